/* pointers.c: calls and jumps through pointers, which clang -mretpoline makes by a thunk that gets
 * the target in r11. */
#include <stdio.h>

typedef long (*operation)(long, long);

static __attribute__((noinline)) long add(long a, long b)
{
    return a + b;
}

static __attribute__((noinline)) long bits(long a, long b)
{
    long sum = 0;
    for (long i = 0; i < (b & 7); i++)
        sum += a ^ i;
    return sum;
}

static operation volatile operations[] = {add, bits};

/* It jumps: nothing is left to do after the call. */
static __attribute__((noinline)) long either(long a, long b)
{
    long turns = 0;
    while (turns * turns < b)
        turns++;
    return operations[b & 1](a + turns, b);
}

int main(void)
{
    long sum = 1;
    for (int i = 0; i < 300; i++)
        sum = (operations[i % 2](sum, i) + either(sum, i)) % 1000003;
    printf("%ld\n", sum);
    return 0;
}
