/* steering_queues.c: the tasks of each machine in the order of their planned starts. */
#include "script/schedule/steering_state.h"
#include "util/memory.h"

#include <stdlib.h>

struct queued {
    double start;
    uint32_t machine, position; /* in an order of writers before readers */
};

static int compare_queued(const void *a, const void *b)
{
    const struct queued *x = a, *y = b;
    if (x->machine != y->machine)
        return x->machine < y->machine ? -1 : 1;
    if (x->start != y->start)
        return x->start < y->start ? -1 : 1;
    return (x->position > y->position) - (x->position < y->position);
}

void script_schedule_steering_fill_queues(struct script_schedule_steering *steering)
{
    uint32_t count = 0, tasks = steering->problem->task_count;
    if (steering->options.external) {
        script_schedule_steering_fill_heaps(steering);
        return;
    }
    struct queued *list = memory_zeroed(tasks + (size_t)1, sizeof *list);
    for (uint32_t i = 0; i < tasks; i++) {
        uint32_t task = steering->graph.order[i];
        const struct script_schedule_slot *slot = &steering->slots[task];
        if (steering->states[task] == SCHEDULE_PLANNED)
            list[count++] = (struct queued){slot->start, slot->machine, i};
    }
    qsort(list, count, sizeof *list, compare_queued);
    for (uint32_t m = 0; m < steering->problem->machine_count; m++)
        steering->queues[m] = (struct script_schedule_queue){0};
    for (uint32_t i = 0; i < count; i++) {
        struct script_schedule_queue *queue = &steering->queues[list[i].machine];
        steering->queued[i] = steering->graph.order[list[i].position];
        if (!queue->count++)
            queue->tasks = &steering->queued[i];
    }
    free(list);
}
