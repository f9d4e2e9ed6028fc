/* steering_tasks.c: tasks become ready, start and stop. */
#include "script/schedule/steering_state.h"

#include <assert.h>

double script_schedule_steering_running(const struct script_schedule_steering *steering,
                                        uint32_t task, uint32_t machine)
{
    double seconds = script_schedule_steering_seconds(steering, task, machine);
    return isfinite(seconds)
               ? seconds
               : steering->believed.tasks[task].work / steering->believed.machines[machine].speed;
}

void script_schedule_steering_add_ready(struct script_schedule_steering *steering, uint32_t task)
{
    steering->ready[steering->ready_count++] = task;
}

void script_schedule_steering_tidy_ready(struct script_schedule_steering *steering)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < steering->ready_count; i++)
        if (steering->states[steering->ready[i]] == SCHEDULE_PLANNED)
            steering->ready[kept++] = steering->ready[i];
    steering->ready_count = kept;
}

void script_schedule_steering_tell(struct script_schedule_steering *steering, uint32_t task,
                                   uint8_t kind)
{
    const struct script_schedule_graph *graph = &steering->graph;
    if (steering->options.external)
        return;
    for (uint32_t i = graph->out_first[task]; i < graph->out_first[task + 1]; i++) {
        const struct script_schedule_edge *edge = &steering->problem->edges[graph->out[i]];
        if (edge->kind == kind && !--steering->waiting[edge->to])
            script_schedule_steering_add_ready(steering, edge->to);
    }
}

void script_schedule_steering_start(struct script_schedule_steering *steering, uint32_t task,
                                    uint32_t machine, double now)
{
    uint32_t cores = steering->problem->tasks[task].cores, most = steering->free_cores[machine];
    assert(steering->states[task] == SCHEDULE_PLANNED);
    uint64_t memory = script_schedule_steering_memory(steering, task, machine),
             most_memory = steering->free_memory[machine];
    steering->taken[task] = cores < most ? cores : most;
    steering->taken_memory[task] = memory < most_memory ? memory : most_memory;
    steering->states[task] = SCHEDULE_RUNNING;
    steering->slots[task] = (struct script_schedule_slot){
        machine, now, now + script_schedule_steering_running(steering, task, machine)};
    steering->free_cores[machine] -= steering->taken[task];
    steering->free_memory[machine] -= steering->taken_memory[task];
    steering->running[steering->running_count++] = task;
    steering->planned--;
    script_schedule_steering_tell(steering, task, SCHEDULE_STREAM);
}

void script_schedule_steering_stop(struct script_schedule_steering *steering, uint32_t task)
{
    for (uint32_t i = 0; i < steering->running_count; i++)
        if (steering->running[i] == task) {
            steering->running[i] = steering->running[--steering->running_count];
            break;
        }
    steering->free_cores[steering->slots[task].machine] += steering->taken[task];
    steering->free_memory[steering->slots[task].machine] += steering->taken_memory[task];
}
