/* groups.c: finds machines that are alike. */
#include "script/schedule/groups.h"
#include "util/memory.h"

#include <stdlib.h>

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_machines(const void *a, const void *b, void *data)
{
    const struct script_schedule_machine *machines = data;
    uint32_t i = *(const uint32_t *)a, j = *(const uint32_t *)b;
    const struct script_schedule_machine *x = &machines[i], *y = &machines[j];
    int order = compare_numbers(y->speed, x->speed);
    order = order ? order : compare_numbers(x->cores, y->cores);
    order = order ? order : compare_numbers(x->site, y->site);
    order = order ? order : compare_numbers(x->link.bandwidth, y->link.bandwidth);
    return order ? order : compare_numbers(x->link.latency, y->link.latency);
}

static int compare_then_number(const void *a, const void *b, void *data)
{
    int order = compare_machines(a, b, data);
    return order ? order : compare_numbers(*(const uint32_t *)a, *(const uint32_t *)b);
}

void script_schedule_groups_make(const struct script_schedule_problem *problem,
                                 struct script_schedule_groups *groups)
{
    uint32_t count = problem->machine_count;
    uint32_t *sorted = memory_zeroed(count + (size_t)1, sizeof *sorted);
    *groups = (struct script_schedule_groups){
        .of = memory_zeroed(count + (size_t)1, sizeof *groups->of),
        .sample = memory_zeroed(count + (size_t)1, sizeof *groups->sample),
        .members = memory_zeroed(count + (size_t)1, sizeof *groups->members),
    };
    for (uint32_t m = 0; m < count; m++)
        sorted[m] = m;
    void *machines = (void *)problem->machines;
    if (!problem->seconds)
        qsort_r(sorted, count, sizeof *sorted, compare_then_number, machines);
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || problem->seconds || compare_machines(&sorted[i - 1], &sorted[i], machines))
            groups->sample[groups->count++] = sorted[i];
        groups->of[sorted[i]] = groups->count - 1;
        groups->members[groups->count - 1]++;
    }
    free(sorted);
}

void script_schedule_groups_free(struct script_schedule_groups *groups)
{
    free(groups->of);
    free(groups->sample);
    free(groups->members);
    *groups = (struct script_schedule_groups){0};
}
