/* steering_steal.c: an idle machine takes a task from one that falls behind. */
#include "script/schedule/steering_state.h"

enum {
    VICTIMS_MOST = 256, /* tasks that are looked at */
    AGAIN = 2, /* a machine that is late will be late by as much again: sooner or later, a slow one
                  takes what waits for a task that does not end */
};
static const double gain_least = 0.25; /* of the task's time */

/* Returns how late a machine is: its next task should have started by now. */
static double lateness(struct script_schedule_steering *steering, uint32_t machine, double now)
{
    const struct script_schedule_queue *queue = &steering->queues[machine];
    if (steering->options.external) {
        uint32_t first = script_schedule_steering_first(steering, machine);
        return first == SCHEDULE_NONE ? 0 : fmax(0, now - steering->slots[first].start);
    }
    for (uint32_t i = queue->head; i < queue->count; i++) {
        uint32_t task = queue->tasks[i];
        if (steering->states[task] == SCHEDULE_PLANNED && steering->slots[task].machine == machine)
            return fmax(0, now - steering->slots[task].start);
    }
    return 0;
}

uint32_t script_schedule_steering_steal(struct script_schedule_steering *steering, uint32_t machine,
                                        double now)
{
    uint32_t best = SCHEDULE_NONE, looks = 0;
    double best_gain = steering->options.cost;
    script_schedule_steering_tidy_ready(steering);
    for (uint32_t i = 0; i < steering->ready_count && looks < VICTIMS_MOST; i++) {
        uint32_t task = steering->ready[i];
        const struct script_schedule_slot *slot = &steering->slots[task];
        if (slot->machine == machine || !script_schedule_steering_fits(steering, task, machine))
            continue;
        looks++;
        double seconds = script_schedule_steering_seconds(steering, task, machine);
        double arrival = steering->options.external
                             ? script_schedule_steering_due(steering, task, machine)
                             : script_schedule_steering_arrival(steering, task, machine);
        double end = slot->end + AGAIN * lateness(steering, slot->machine, now);
        double gain = end - (now + seconds * (1 + gain_least));
        if (arrival <= now && gain > best_gain) {
            best = task;
            best_gain = gain;
        }
    }
    return best;
}
