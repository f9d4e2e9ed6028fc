/* main.c: runs one kernel often enough to be timed: main KERNEL; prints the least CPU time of a
 * round, in ns. */
#include "kernels.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { VECTOR = 20000, GRID = 512, MATRIX = 384, ROUNDS = 25 };

/* on pages of their own, so that all builds have them at the same place in a cache line */
_Alignas(4096) static double doubles[3][GRID * GRID];
_Alignas(4096) static int integers[2][VECTOR];
static volatile long sink;

static void run(const char *kernel)
{
    if (!strcmp(kernel, "daxpy")) {
        for (int i = 0; i < 200; i++)
            daxpy(VECTOR, 0.5, doubles[0], doubles[1]);
    } else if (!strcmp(kernel, "dot")) {
        for (int i = 0; i < 400; i++)
            sink = dot(VECTOR, integers[0], integers[1]);
    } else if (!strcmp(kernel, "stencil")) {
        for (int i = 0; i < 10; i++)
            stencil(GRID, doubles[i % 2], doubles[1 - i % 2]);
    } else if (!strcmp(kernel, "product")) {
        product(MATRIX, doubles[0], doubles[1], doubles[2]);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    for (int i = 0; i < GRID * GRID; i++)
        doubles[0][i] = doubles[1][i] = i % 7;
    for (int i = 0; i < VECTOR; i++)
        integers[0][i] = integers[1][i] = i % 5;
    double least = 1e18;
    for (int round = 0; round < ROUNDS; round++) {
        double started = now();
        run(argv[1]);
        double took = now() - started;
        if (took < least)
            least = took;
    }
    printf("%.0f\n", least);
    return 0;
}
