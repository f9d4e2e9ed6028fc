/* nest.c: loops whose every number is known: with N from the command line,
 * count() is called N times, its loop makes 3 iterations each time, the one inside 5 of these. */
#include <stdio.h>
#include <stdlib.h>

static volatile unsigned sum;

__attribute__((noinline)) static void add(unsigned what)
{
    sum += what;
}

__attribute__((noinline)) static void count(void)
{
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 5; k++)
            sum += i * k;
}

static inline void inlined(unsigned n)
{
    unsigned i = 0;
    do {
        add(i);
    } while (++i < n);
}

int main(int argc, char **argv)
{
    unsigned n = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
    for (unsigned i = 0; i < n; i++)
        count();
    inlined(7);
    printf("%u\n", sum);
    return argc > 2 ? atoi(argv[2]) : 0;
}
