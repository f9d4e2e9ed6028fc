/* Takes CPU time in a function that is entered in its middle, and so stays as it is; with a word,
 * by calls in turn through one pointer, to more functions than such a call remembers: Triptych has
 * to look them up. */
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

__attribute__((noinline)) static void add(long value)
{
    sum += value;
}

__attribute__((noinline)) static void one(long value)
{
    add(value);
    sum++;
}

__attribute__((noinline)) static void other(long value)
{
    add(value + 1);
    sum--;
}

__attribute__((noinline)) static void third(long value)
{
    add(value + 2);
    sum -= 2;
}

__attribute__((noinline)) static void fourth(long value)
{
    add(value + 3);
    sum -= 3;
}

__attribute__((noinline)) static void fifth(long value)
{
    add(value + 4);
    sum -= 4;
}

static void (*volatile in_turn[])(long value) = {one, other, third, fourth, fifth};

int main(int argc, char **argv)
{
    clock_t until = clock() + CLOCKS_PER_SEC / 5;
    (void)argv;
    while (argc > 1 && clock() < until) {
        for (long i = 0; i < 1000; i++)
            in_turn[i % 5](i);
    }
    enters_it();
    odd(until);
    puts("done");
    return 0;
}
