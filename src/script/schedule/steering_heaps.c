/* steering_heaps.c: for a caller that says which tasks can start: these, by machine.
 *
 * A reader of a stream whose writers run could start, but would keep a core while it waits for
 * them. It is left for later, until it would no longer wait, unless there is nothing else to start.
 */
#include "script/schedule/steering_state.h"

static bool can_start(const struct script_schedule_steering *steering, uint32_t task)
{
    return steering->states[task] == SCHEDULE_PLANNED && !steering->waiting[task];
}

void script_schedule_steering_push(struct script_schedule_steering *steering, uint32_t task)
{
    const struct script_schedule_slot *slot = &steering->slots[task];
    double due = script_schedule_steering_due(steering, task, slot->machine);
    if (due > 0)
        script_schedule_heap_push(&steering->later[slot->machine], -due, task);
    else
        script_schedule_heap_push(&steering->heaps[slot->machine], -slot->start, task);
}

void script_schedule_steering_fill_heaps(struct script_schedule_steering *steering)
{
    for (uint32_t m = 0; m < steering->problem->machine_count; m++)
        steering->heaps[m].count = steering->later[m].count = 0;
    script_schedule_steering_tidy_ready(steering);
    for (uint32_t i = 0; i < steering->ready_count; i++)
        script_schedule_steering_push(steering, steering->ready[i]);
}

/* Removes tasks that have started from the top of a heap; returns the first other one. */
static uint32_t top(const struct script_schedule_steering *steering,
                    struct script_schedule_heap *heap)
{
    while (heap->count && !can_start(steering, heap->items[0].task))
        script_schedule_heap_pop(heap);
    return heap->count ? heap->items[0].task : SCHEDULE_NONE;
}

uint32_t script_schedule_steering_first(struct script_schedule_steering *steering, uint32_t machine)
{
    return top(steering, &steering->heaps[machine]);
}

uint32_t script_schedule_steering_from_heap(struct script_schedule_steering *steering,
                                            uint32_t machine, double now)
{
    struct script_schedule_heap *heap = &steering->heaps[machine],
                                *later = &steering->later[machine];
    while (top(steering, later) != SCHEDULE_NONE && -later->items[0].priority <= now)
        script_schedule_heap_push(heap, INFINITY, script_schedule_heap_pop(later).task);
    if (top(steering, heap) == SCHEDULE_NONE)
        heap = later;
    uint32_t task = top(steering, heap);
    if (task == SCHEDULE_NONE || !script_schedule_steering_fits(steering, task, machine))
        return SCHEDULE_NONE;
    return script_schedule_heap_pop(heap).task;
}
