/* random.c: any machine that has enough cores, in the order of the graph. */
#include "script/schedule/algorithms.h"
#include "script/schedule/noise.h"

void script_schedule_random(struct script_schedule_planner *planner, uint64_t seed)
{
    const struct script_schedule_problem *problem = planner->problem;
    for (uint32_t i = 0; i < problem->task_count; i++) {
        uint32_t task = planner->graph->order[i], machine;
        if (script_schedule_planner_is_fixed(planner, task))
            continue;
        do
            machine = (uint32_t)(script_schedule_noise(&seed) * problem->machine_count);
        while (!isfinite(script_schedule_seconds(problem, task, machine)));
        script_schedule_planner_place(planner, task,
                                      script_schedule_planner_on(planner, task, machine));
    }
}
