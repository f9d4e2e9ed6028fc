/* constructs.c: what each construct of `#pragma tri` takes by itself. Usage: constructs COUNT.
 * Prints ns of an async, a finish, an atomic and an `at` to the next place: the medians of batches.
 */
#include "batches.h"

#include <stdio.h>
#include <stdlib.h>
#include <triptych/places.h>

static long sum;

static double asyncs(int unused)
{
    (void)unused;
    double start = batches_now();
#pragma tri finish
    for (int i = 0; i < BATCH; i++) {
#pragma tri async
        ;
    }
    return (batches_now() - start) / BATCH;
}

static double finishes(int unused)
{
    (void)unused;
    double start = batches_now();
    for (int i = 0; i < BATCH; i++) {
#pragma tri finish
        ;
    }
    return (batches_now() - start) / BATCH;
}

static double atomics(int unused)
{
    (void)unused;
    double start = batches_now();
    for (int i = 0; i < BATCH; i++) {
#pragma tri atomic
        sum += i;
    }
    return (batches_now() - start) / BATCH;
}

static double moves(int next)
{
    double start = batches_now();
    for (int i = 0; i < BATCH; i++) {
#pragma tri at(next)
        sum += i;
    }
    return (batches_now() - start) / BATCH;
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 10000;
    printf("%.2f ", 1000 * batches_median(asyncs, 0, count));
    printf("%.2f ", 1000 * batches_median(finishes, 0, count));
    printf("%.2f ", 1000 * batches_median(atomics, 0, count));
    printf("%.2f\n", 1000 * batches_median(moves, 1 % tri_places(), count));
    return 0;
}
