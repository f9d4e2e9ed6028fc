/* bounds.c: times that no plan can beat. */
#include "script/schedule/graph.h"
#include "script/schedule/plan_check.h"
#include "util/memory.h"

#include <stdlib.h>

static double fastest(const struct script_schedule_problem *problem, uint32_t task,
                      const double *best_speed)
{
    if (!problem->seconds)
        return problem->tasks[task].work / best_speed[problem->tasks[task].cores];
    double least = INFINITY;
    for (uint32_t m = 0; m < problem->machine_count; m++)
        least = fmin(least, script_schedule_seconds(problem, task, m));
    return least;
}

/* Returns the greatest speed of machines with at least so many cores, by number of cores. */
static double *best_speeds(const struct script_schedule_problem *problem)
{
    uint32_t most = 0;
    for (uint32_t m = 0; m < problem->machine_count; m++)
        most = problem->machines[m].cores > most ? problem->machines[m].cores : most;
    double *speeds = memory_zeroed(most + (size_t)2, sizeof *speeds);
    for (uint32_t m = 0; m < problem->machine_count; m++) {
        const struct script_schedule_machine *machine = &problem->machines[m];
        speeds[machine->cores] = fmax(speeds[machine->cores], machine->speed);
    }
    for (uint32_t c = most; c-- > 0;)
        speeds[c] = fmax(speeds[c], speeds[c + 1]);
    return speeds;
}

/* A reader of a stream may run beside its writer: it ends no earlier than the writer, and no
 * earlier than its own time after the writer's start. */
static double longest_path(const struct script_schedule_problem *problem,
                           const struct script_schedule_graph *graph)
{
    double *starts = memory_zeroed(problem->task_count + (size_t)1, sizeof *starts);
    double *ends = memory_zeroed(problem->task_count + (size_t)1, sizeof *ends);
    double *speeds = best_speeds(problem), longest = 0;
    for (uint32_t i = 0; i < problem->task_count; i++) {
        uint32_t task = graph->order[i];
        double seconds = fastest(problem, task, speeds);
        for (uint32_t j = graph->in_first[task]; j < graph->in_first[task + 1]; j++) {
            const struct script_schedule_edge *edge = &problem->edges[graph->in[j]];
            bool streamed = edge->kind == SCHEDULE_STREAM;
            starts[task] = fmax(starts[task], streamed ? starts[edge->from] : ends[edge->from]);
            ends[task] = fmax(ends[task], ends[edge->from]);
        }
        ends[task] = fmax(ends[task], starts[task] + seconds);
        longest = fmax(longest, ends[task]);
    }
    free(starts);
    free(ends);
    free(speeds);
    return longest;
}

struct script_schedule_bounds
script_schedule_plan_bounds(const struct script_schedule_problem *problem)
{
    struct script_schedule_bounds bounds = {0};
    struct script_schedule_graph graph = {0};
    struct error error;
    double work = 0, speed = 0;
    if (script_schedule_graph_make(problem, &graph, &error))
        bounds.path = longest_path(problem, &graph);
    script_schedule_graph_free(&graph);
    for (uint32_t t = 0; t < problem->task_count; t++)
        work += problem->tasks[t].work * problem->tasks[t].cores;
    for (uint32_t m = 0; m < problem->machine_count; m++)
        speed += problem->machines[m].speed * problem->machines[m].cores;
    bounds.work = problem->seconds || speed <= 0 ? 0 : work / speed;
    return bounds;
}
