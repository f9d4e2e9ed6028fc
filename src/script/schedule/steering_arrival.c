/* steering_arrival.c: when the data of a task are on a machine, by what is known now. */
#include "script/schedule/arrival.h"
#include "script/schedule/steering_state.h"

double script_schedule_steering_arrival(const struct script_schedule_steering *steering,
                                        uint32_t task, uint32_t machine)
{
    const struct script_schedule_graph *graph = &steering->graph;
    double seconds = script_schedule_steering_seconds(steering, task, machine), ready = 0;
    for (uint32_t i = graph->in_first[task]; i < graph->in_first[task + 1]; i++) {
        const struct script_schedule_edge *edge = &steering->problem->edges[graph->in[i]];
        ready = fmax(ready, script_schedule_arrival_between(steering->problem, edge,
                                                            &steering->slots[edge->from], machine,
                                                            seconds));
    }
    return ready;
}

double script_schedule_steering_due(const struct script_schedule_steering *steering, uint32_t task,
                                    uint32_t machine)
{
    const struct script_schedule_graph *graph = &steering->graph;
    double seconds = script_schedule_steering_running(steering, task, machine), due = 0;
    for (uint32_t i = graph->in_first[task]; i < graph->in_first[task + 1]; i++) {
        const struct script_schedule_edge *edge = &steering->problem->edges[graph->in[i]];
        if (edge->kind == SCHEDULE_STREAM)
            due = fmax(due, script_schedule_arrival_between(steering->problem, edge,
                                                            &steering->slots[edge->from], machine,
                                                            seconds));
    }
    return due;
}
