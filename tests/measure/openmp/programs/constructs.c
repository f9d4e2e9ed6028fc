/* constructs.c: each construct of OpenMP once, by THREADS threads: constructs THREADS */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

enum { TRIPS = 12 };

static double data[TRIPS];
static omp_lock_t lock;
static omp_nest_lock_t nest;
static int once, alone, named, locked, atomic, order, tested;

static void loops(void)
{
#pragma omp for schedule(dynamic) /* L dynamic */
    for (int i = 0; i < TRIPS; i++)
        data[i] = i;
#pragma omp for schedule(static) /* L static */
    for (int i = 0; i < TRIPS; i++)
        data[i] += i;
#pragma omp for schedule(guided) nowait /* L guided */
    for (int i = 0; i < TRIPS; i++)
        data[i] += i;
#pragma omp barrier                       /* L barrier */
#pragma omp for ordered schedule(dynamic) /* L ordered loop */
    for (int i = 0; i < TRIPS; i++) {
#pragma omp ordered /* L ordered */
        order = order * 31 + i;
    }
}

static void shares(void)
{
#pragma omp sections /* L sections */
    {
#pragma omp section
        data[0] = 1;
#pragma omp section
        data[1] = 1;
#pragma omp section
        data[2] = 1;
    }
#pragma omp single nowait /* L single */
    once++;
#pragma omp master /* L master */
    tested++;
}

static void exclusive(void)
{
#pragma omp critical /* L critical */
    alone++;
#pragma omp critical(named) /* L named */
    named++;
#pragma omp atomic
    atomic++;
    omp_set_lock(&lock); /* L lock */
    locked++;
    omp_unset_lock(&lock);    /* L unlock */
    omp_set_nest_lock(&nest); /* L nest */
    omp_set_nest_lock(&nest); /* L again */
    omp_unset_nest_lock(&nest);
    omp_unset_nest_lock(&nest);
#pragma omp barrier /* L second barrier */
#pragma omp master
    {
        tested += omp_test_lock(&lock); /* L test */
        tested += omp_test_nest_lock(&nest);
        omp_unset_lock(&lock);
        omp_unset_nest_lock(&nest);
    }
}

static void tasks(void)
{
#pragma omp single
    {
        for (int i = 0; i < TRIPS; i++) {
#pragma omp task /* L task */
            data[i] += i;
        }
#pragma omp taskwait  /* L taskwait */
#pragma omp taskgroup /* L taskgroup */
        {
#pragma omp task /* L grouped */
            data[0]++;
        }               /* L end of taskgroup */
#pragma omp task if (0) /* L undeferred */
        data[0]++;
#pragma omp taskloop grainsize(3) /* L taskloop */
        for (int i = 0; i < TRIPS; i++)
            data[i]++;
    }
}

int main(int argc, char **argv)
{
    int threads = argc > 1 ? atoi(argv[1]) : 2, reduced = 0;
    omp_init_lock(&lock);
    omp_init_nest_lock(&nest);
#pragma omp parallel num_threads(threads) reduction(+ : reduced) /* L parallel */
    {
        loops();
        shares();
        exclusive();
        tasks();
        reduced++;
    }
    omp_destroy_lock(&lock);
    omp_destroy_nest_lock(&nest);
    printf("%d %d %d %d %d %d %d %d %g\n", once, alone, named, locked, atomic, order, tested,
           reduced, data[3]);
    return 0;
}
