/* Takes CPU time in a function that is entered in its middle, and so stays as it is. */
#include <stdio.h>
#include <time.h>

static volatile long sum;
static volatile int never;

__attribute__((noinline)) static void odd(clock_t until)
{
    while (clock() < until) {
        for (long i = 0; i < 100000; i++)
            sum += i;
        __asm__ volatile(".global inside\ninside:");
    }
}

__attribute__((noinline)) static void enters_it(void)
{
    if (never)
#ifdef __aarch64__
        __asm__ volatile("b inside");
#else
        __asm__ volatile("jmp inside");
#endif
    sum++;
}

int main(void)
{
    enters_it();
    odd(clock() + CLOCKS_PER_SEC / 5);
    puts("done");
    return 0;
}
