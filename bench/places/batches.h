/* batches.h: the median time of batches, which one that was interrupted does not change. */
#include <stdlib.h>
#include <time.h>

enum { BATCH = 50, MOST_BATCHES = 10000 };

/* Returns µs. */
static double batches_now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int batches_compare(const void *a, const void *b)
{
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* Runs COUNT / BATCH batches and one before them; `run` returns the time of one. */
static double batches_median(double (*run)(int size), int size, long count)
{
    static double times[MOST_BATCHES];
    size_t batches = count / BATCH < MOST_BATCHES ? (size_t)(count / BATCH) : MOST_BATCHES;
    run(size);
    for (size_t i = 0; i < batches; i++)
        times[i] = run(size);
    qsort(times, batches, sizeof times[0], batches_compare);
    return times[batches / 2];
}
