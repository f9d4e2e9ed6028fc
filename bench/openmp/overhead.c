/* overhead.c: the time of OpenMP constructs, after the EPCC microbenchmarks: overhead NAME REPEATS
 *
 * Prints ns per construct and thread of a team, as the one who times sees it. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DELAY = 200, TASKS = 64 };

static volatile int sink;

/* About a tenth of a microsecond: a construct around nothing is nobody's program. */
static void work(void)
{
    for (int i = 0; i < DELAY; i++)
        sink = i;
}

static void do_parallel(int repeats)
{
    for (int i = 0; i < repeats; i++) {
#pragma omp parallel
        work();
    }
}

static void do_for(int repeats)
{
#pragma omp parallel
    for (int i = 0; i < repeats; i++) {
#pragma omp for schedule(dynamic)
        for (int j = 0; j < omp_get_num_threads(); j++)
            work();
    }
}

static void do_critical(int repeats)
{
#pragma omp parallel
    for (int i = 0; i < repeats; i++) {
#pragma omp critical
        work();
    }
}

static void do_barrier(int repeats)
{
#pragma omp parallel
    for (int i = 0; i < repeats; i++) {
        work();
#pragma omp barrier
    }
}

static void do_task(int repeats)
{
#pragma omp parallel
#pragma omp single
    for (int i = 0; i < repeats; i += TASKS) {
        for (int j = 0; j < TASKS; j++) {
#pragma omp task
            work();
        }
#pragma omp taskwait
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(int repeats);
    } all[] = {{"parallel", do_parallel},
               {"for", do_for},
               {"critical", do_critical},
               {"barrier", do_barrier},
               {"task", do_task}};
    int repeats = argc > 2 ? atoi(argv[2]) : 0;
    for (size_t i = 0; repeats > 0 && i < sizeof all / sizeof all[0]; i++) {
        if (strcmp(argv[1], all[i].name) != 0)
            continue;
        all[i].run(repeats / 10 + 1);
        double start = omp_get_wtime();
        all[i].run(repeats);
        printf("%g\n", (omp_get_wtime() - start) * 1e9 / repeats);
        return 0;
    }
    fputs("usage: overhead parallel|for|critical|barrier|task REPEATS\n", stderr);
    return 2;
}
