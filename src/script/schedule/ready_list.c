/* ready_list.c: counts the writers that are not placed yet. */
#include "script/schedule/ready_list.h"
#include "util/memory.h"

uint32_t *script_schedule_waiting(const struct script_schedule_planner *planner)
{
    const struct script_schedule_problem *problem = planner->problem;
    uint32_t *waiting = memory_zeroed(problem->task_count + (size_t)1, sizeof *waiting);
    for (uint32_t e = 0; e < problem->edge_count; e++)
        waiting[problem->edges[e].to] +=
            !script_schedule_planner_is_fixed(planner, problem->edges[e].from);
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (script_schedule_planner_is_fixed(planner, t))
            waiting[t] = UINT32_MAX;
    return waiting;
}
