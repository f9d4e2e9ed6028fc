/* averages.c: means over machines and over pairs of machines. */
#include "script/schedule/averages.h"
#include "util/memory.h"

#include <stdlib.h>

enum { PAIRS_MOST = 1 << 20 }; /* of groups; of more, a regular sample is looked at */

static void average_links(const struct script_schedule_problem *problem,
                          const struct script_schedule_groups *groups,
                          struct script_schedule_averages *averages)
{
    uint64_t count = groups->count, pairs = count * count;
    uint64_t step = pairs > PAIRS_MOST ? pairs / PAIRS_MOST | 1 : 1;
    double weights = 0;
    for (uint64_t i = 0; i < pairs; i += step) {
        uint64_t a = i / count, b = i % count;
        double weight = (double)groups->members[a] * (groups->members[b] - (a == b));
        struct script_schedule_link way =
            script_schedule_way(problem, groups->sample[a], groups->sample[b]);
        averages->latency += weight * way.latency;
        averages->seconds_per_byte += weight / way.bandwidth;
        weights += weight;
    }
    if (weights > 0) {
        averages->latency /= weights;
        averages->seconds_per_byte /= weights;
    }
}

/* Returns the mean of 1 / speed over the machines with enough cores. */
static double slowness(const struct script_schedule_problem *problem,
                       const struct script_schedule_groups *groups, uint32_t cores)
{
    double sum = 0, count = 0;
    for (uint32_t g = 0; g < groups->count; g++) {
        const struct script_schedule_machine *machine = &problem->machines[groups->sample[g]];
        if (machine->cores < cores)
            continue;
        sum += groups->members[g] / machine->speed;
        count += groups->members[g];
    }
    return count > 0 ? sum / count : 0;
}

static double mean_of_row(const struct script_schedule_problem *problem, uint32_t task)
{
    double sum = 0, count = 0;
    for (uint32_t m = 0; m < problem->machine_count; m++) {
        double seconds = script_schedule_seconds(problem, task, m);
        if (!isfinite(seconds))
            continue;
        sum += seconds;
        count++;
    }
    return count > 0 ? sum / count : 0;
}

void script_schedule_averages_make(const struct script_schedule_problem *problem,
                                   const struct script_schedule_groups *groups,
                                   struct script_schedule_averages *averages)
{
    *averages = (struct script_schedule_averages){
        .seconds = memory_zeroed(problem->task_count + (size_t)1, sizeof *averages->seconds)};
    average_links(problem, groups, averages);
    uint32_t most = 0;
    for (uint32_t m = 0; m < problem->machine_count; m++)
        most = problem->machines[m].cores > most ? problem->machines[m].cores : most;
    double *by_cores = memory_zeroed(most + (size_t)1, sizeof *by_cores); /* 0: not yet known */
    for (uint32_t t = 0; t < problem->task_count; t++) {
        uint32_t cores = problem->tasks[t].cores;
        if (problem->seconds) {
            averages->seconds[t] = mean_of_row(problem, t);
            continue;
        }
        if (by_cores[cores] == 0)
            by_cores[cores] = slowness(problem, groups, cores);
        averages->seconds[t] = problem->tasks[t].work * by_cores[cores];
    }
    free(by_cores);
}

void script_schedule_averages_free(struct script_schedule_averages *averages)
{
    free(averages->seconds);
    *averages = (struct script_schedule_averages){0};
}
