/* gnu.c: constructs whose calls are special in gcc's code, each checked by itself: gnu CASE. Prints
 * a sum that does not depend on threads. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long sum;

static void add(long value)
{
#pragma omp atomic
    sum += value;
}

/* Others wait for the one that runs it. */
static void copyprivate(void)
{
#pragma omp parallel num_threads(3)
    {
        int got = 0;
#pragma omp single copyprivate(got) /* L copyprivate */
        got = 7;
        add(got);
    }
}

/* Three threads, then fewer: libgomp ends the others. */
static void shrinking(void)
{
    for (int threads = 3; threads > 0; threads--) {
#pragma omp parallel num_threads(threads)
        add(1);
    }
}

/* 11 iterations, down and up; parts of 4, 4, 3 and of 2 at most. */
static void taskloops(void)
{
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp taskloop num_tasks(3)
        for (int i = 10; i >= 0; i--)
            add(i);
#pragma omp taskloop grainsize(strict : 2)
        for (unsigned long i = 0; i < 11; i++)
            add((long)i);
#pragma omp taskloop nogroup num_tasks(1000)
        for (unsigned long i = 11; i > 0; i -= 1)
            add((long)i);
    }
}

/* The program copies the data of these, by functions or as they are; one is run by nobody else. */
struct large {
    long values[100];
};

static void data(int size)
{
    char changing[size];
    struct large large;
    memset(changing, 1, (size_t)size);
    memset(&large, 0, sizeof large);
    large.values[99] = 5;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task firstprivate(changing)
        add(changing[size - 1]);
#pragma omp task firstprivate(large)
        add(large.values[99]);
#pragma omp task firstprivate(changing, large) if (0)
        add(changing[0] + large.values[99]);
    }
}

/* Outside of any team; and inside of one another. */
static void serial(void)
{
#pragma omp task
    {
        add(1);
#pragma omp task final(1)
        {
            add(1);
#pragma omp task
            add(1);
        }
    }
#pragma omp taskwait
}

static void detached(void)
{
    omp_event_handle_t event;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
#pragma omp task detach(event)
        {
            add(1);
            omp_fulfill_event(event);
        }
#pragma omp taskwait
    }
}

static void reduced(void)
{
    long all = 0;
#pragma omp parallel num_threads(2) reduction(task, + : all)
    {
#pragma omp single
        for (int i = 0; i < 10; i++) {
#pragma omp task in_reduction(+ : all)
            all += i;
        }
    }
#pragma omp parallel num_threads(2)
#pragma omp single
#pragma omp taskloop reduction(+ : all) num_tasks(5)
    for (int i = 0; i < 10; i++)
        all += i;
    add(all);
}

static void teams(void)
{
#pragma omp teams num_teams(3)
#pragma omp parallel num_threads(2)
    add(1);
}

static void worksharing(void)
{
#pragma omp parallel for schedule(dynamic) num_threads(2) /* L combined */
    for (int i = 0; i < 5; i++)
        add(i);
#pragma omp parallel sections num_threads(2) /* L sections */
    {
#pragma omp section
        add(1);
#pragma omp section
        add(2);
    }
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } cases[] = {{"copyprivate", copyprivate},
                 {"shrinking", shrinking},
                 {"taskloops", taskloops},
                 {"serial", serial},
                 {"detached", detached},
                 {"reduced", reduced},
                 {"teams", teams},
                 {"worksharing", worksharing}};
    for (size_t i = 0; argc > 1 && i < sizeof cases / sizeof cases[0]; i++) {
        if (!strcmp(cases[i].name, argv[1]))
            cases[i].run();
    }
    if (argc > 1 && !strcmp(argv[1], "data"))
        data(argc * 20);
    printf("%ld\n", sum);
    return 0;
}
