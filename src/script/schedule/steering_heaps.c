/* steering_heaps.c: for a caller that says which tasks can start: these, by machine. */
#include "script/schedule/steering_state.h"

/* A reader of a stream comes first: its writers run, and what they write must be kept meanwhile. */
static double priority(const struct script_schedule_steering *steering, uint32_t task)
{
    const struct script_schedule_graph *graph = &steering->graph;
    for (uint32_t i = graph->in_first[task]; i < graph->in_first[task + 1]; i++)
        if (steering->problem->edges[graph->in[i]].kind == SCHEDULE_STREAM)
            return INFINITY;
    return -steering->slots[task].start;
}

void script_schedule_steering_push(struct script_schedule_steering *steering, uint32_t task)
{
    script_schedule_heap_push(&steering->heaps[steering->slots[task].machine],
                              priority(steering, task), task);
}

static bool can_start(const struct script_schedule_steering *steering, uint32_t task)
{
    return steering->states[task] == SCHEDULE_PLANNED && !steering->waiting[task];
}

void script_schedule_steering_fill_heaps(struct script_schedule_steering *steering)
{
    for (uint32_t m = 0; m < steering->problem->machine_count; m++)
        steering->heaps[m].count = 0;
    script_schedule_steering_tidy_ready(steering);
    for (uint32_t i = 0; i < steering->ready_count; i++)
        script_schedule_steering_push(steering, steering->ready[i]);
}

uint32_t script_schedule_steering_first(struct script_schedule_steering *steering, uint32_t machine)
{
    struct script_schedule_heap *heap = &steering->heaps[machine];
    while (heap->count && !can_start(steering, heap->items[0].task))
        script_schedule_heap_pop(heap);
    return heap->count ? heap->items[0].task : SCHEDULE_NONE;
}

uint32_t script_schedule_steering_from_heap(struct script_schedule_steering *steering,
                                            uint32_t machine)
{
    uint32_t task = script_schedule_steering_first(steering, machine);
    if (task == SCHEDULE_NONE ||
        steering->problem->tasks[task].cores > steering->free_cores[machine])
        return SCHEDULE_NONE;
    return script_schedule_heap_pop(&steering->heaps[machine]).task;
}
