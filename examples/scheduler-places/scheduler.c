/* scheduler.c: a set of tasks is run inside one finish, by a strategy that is chosen at run time.
 *
 *   scheduler STRATEGY [TASKS]
 *
 * one: one activity runs all tasks. each: every task has an activity. some: there are as many
 * activities as the square root of the number of tasks, and each takes every so-many-th. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/places.h>

static long result;

/* Task i: the steps of the Collatz sequence from i + 1 on. */
static void run_task(int i)
{
    long steps = 0;
    for (unsigned long value = (unsigned long)i + 1; value != 1; steps++)
        value = value % 2 ? 3 * value + 1 : value / 2;
#pragma tri atomic
    result += steps;
}

static int root(int n)
{
    int r = 0;
    while ((r + 1) * (r + 1) <= n)
        r++;
    return r;
}

/* Runs the tasks by a number of activities; 0 if there is no such strategy. */
static int activities_of(const char *strategy, int tasks)
{
    if (!strcmp(strategy, "one"))
        return 1;
    if (!strcmp(strategy, "each"))
        return tasks;
    return strcmp(strategy, "some") != 0 ? 0 : root(tasks);
}

int main(int argc, char **argv)
{
    int tasks = argc > 2 ? atoi(argv[2]) : 1000;
    int activities = argc > 1 && tasks > 0 ? activities_of(argv[1], tasks) : 0;
    if (!activities) {
        fprintf(stderr, "usage: scheduler one|each|some [TASKS]\n");
        return 2;
    }
#pragma tri finish
    for (int first = 0; first < activities; first++)
#pragma tri async
        for (int i = first; i < tasks; i += activities)
            run_task(i);
    printf("%d tasks: %ld steps\n", tasks, result);
    return 0;
}
