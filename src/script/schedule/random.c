/* random.c: any machine that has enough cores, in the order of the graph. */
#include "script/schedule/algorithms.h"
#include "script/schedule/noise.h"

void schedule_random(struct schedule_planner *planner, uint64_t seed)
{
    const struct schedule_problem *problem = planner->problem;
    for (uint32_t i = 0; i < problem->task_count; i++) {
        uint32_t task = planner->graph->order[i], machine;
        if (schedule_planner_is_fixed(planner, task))
            continue;
        do
            machine = (uint32_t)(schedule_noise(&seed) * problem->machine_count);
        while (!isfinite(schedule_seconds(problem, task, machine)));
        schedule_planner_place(planner, task, schedule_planner_on(planner, task, machine));
    }
}
