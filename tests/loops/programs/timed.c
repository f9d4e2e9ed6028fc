/* Loops that take their time, and others. */
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static volatile int sink, two = 2, three = 3;
static jmp_buf back;

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* The loop takes at least so long by itself: it looks at the clock first and last. */
__attribute__((noinline)) static void spin(int64_t ns)
{
    int64_t start = 0, last = 0;
    do {
        last = now();
        if (!start)
            start = last;
    } while (last - start < ns);
}

__attribute__((noinline)) static void brief(int trips)
{
    for (int i = 0; i < trips; i++)
        sink += i;
}

/* Its loop is open in itself, and left in the middle, too. */
__attribute__((noinline)) static void nested(int depth)
{
    for (int i = 0; i < two; i++) {
        spin(50000);
        if (!depth)
            return;
        nested(depth - 1);
    }
}

__attribute__((noinline)) static void leave(int way)
{
    if (way == 1)
        longjmp(back, 1);
    if (way == 2)
        exit(0);
}

/* A loop that is not left by its own ways, the second time. */
__attribute__((noinline)) static void jumps(int way)
{
    for (int i = 0; i < three; i++)
        leave(i == 1 ? way : 0);
}

__attribute__((noinline)) static void outer(void)
{
    for (int i = 0; i < three; i++)
        spin(200000);
}

/* One that is left by the end of the program. */
__attribute__((noinline)) static void ends(void)
{
    for (int i = 0; i < three; i++)
        leave(i == 1 ? 2 : 0);
}

int main(void)
{
    for (int i = 0; i < 4; i++) {
        outer();
        nested(2);
    }
    for (int i = 0; i < 300000; i++)
        brief(3);
    jumps(0);
    if (!setjmp(back))
        jumps(1);
    jumps(0);
    puts("done");
    ends();
}
