/* inlined_jump.c: a jump out of a call that no function of the C library makes. */
#include <stdio.h>

static void *buffer[5];
static volatile int sum;

static __attribute__((noinline)) void leave(int number)
{
    if (number % 2)
        __builtin_longjmp(buffer, 1);
    sum++;
}

static __attribute__((noinline)) void middle(int number)
{
    for (int i = 0; i < 3; i++)
        leave(number + i);
}

static __attribute__((noinline)) int catching(int number)
{
    if (__builtin_setjmp(buffer))
        return 1;
    middle(number);
    return 0;
}

int main(void)
{
    int left = 0;
    for (int i = 0; i < 10; i++)
        left += catching(i);
    printf("%d left, %d\n", left, sum);
    return 0;
}
