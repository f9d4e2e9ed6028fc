/* teams.c: threads of OpenMP with different amounts of work in two routines, a barrier between
 * them, a critical section, and serial work between parallel regions. */
#include "work.h"

#include <omp.h>

static void uneven(int units, int thread)
{
    work(thread == 3 ? units : units / 4);
}

static void even(void)
{
    work(10);
}

static void alone(void)
{
    work(5);
}

static void together(int thread)
{
    work(1 + thread / 3);
}

int main(int argc, char **argv)
{
    double start = seconds();
    int units = units_of(argc, argv);
    for (int step = 0; step < 30; step++) {
#pragma omp parallel num_threads(4)
        {
            int thread = omp_get_thread_num();
            uneven(units, thread);
#pragma omp barrier
            even();
#pragma omp critical
            together(thread);
        }
        alone();
    }
    printf("%.6f\n", seconds() - start);
    return 0;
}
