/* tasks.c: what an empty activity costs: many in one finish, and a finish for each; with directives
 * of Triptych, or as tasks of OpenMP. Usage: tasks COUNT. Prints ns of each. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

#ifdef _OPENMP
static double many(long count)
{
    double start = now();
    for (long i = 0; i < count; i++) {
#pragma omp task
        ;
    }
#pragma omp taskwait
    return (now() - start) / (double)count;
}

static double each(long count)
{
    double start = now();
    for (long i = 0; i < count; i++) {
#pragma omp task
        ;
#pragma omp taskwait
    }
    return (now() - start) / (double)count;
}
#else
static double many(long count)
{
    double start = now();
#pragma tri finish
    for (long i = 0; i < count; i++) {
#pragma tri async
        ;
    }
    return (now() - start) / (double)count;
}

static double each(long count)
{
    double start = now();
    for (long i = 0; i < count; i++) {
#pragma tri finish
        {
#pragma tri async
            ;
        }
    }
    return (now() - start) / (double)count;
}
#endif

static void measure(long count)
{
    many(count / 10);
    each(count / 10);
    printf("%.2f ", many(count));
    printf("%.2f\n", each(count));
}

int main(int argc, char **argv)
{
    long count = argc > 1 ? atol(argv[1]) : 1000000;
#ifdef _OPENMP
#pragma omp parallel
#pragma omp single
#endif
    measure(count);
    return 0;
}
