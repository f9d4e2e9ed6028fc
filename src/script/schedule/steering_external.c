/* steering_external.c: steering for a caller that says by itself which tasks can start. */
#include "script/schedule/steering_state.h"

void script_schedule_steering_ready(struct script_schedule_steering *steering, uint32_t task)
{
    if (steering->states[task] != SCHEDULE_PLANNED || !steering->waiting[task])
        return;
    steering->waiting[task] = 0;
    script_schedule_steering_add_ready(steering, task);
    script_schedule_steering_push(steering, task);
}

void script_schedule_steering_started(struct script_schedule_steering *steering, uint32_t task,
                                      uint32_t machine, double now)
{
    if (steering->states[task] == SCHEDULE_PLANNED)
        script_schedule_steering_start(steering, task, machine, now);
}

void script_schedule_steering_dropped(struct script_schedule_steering *steering, uint32_t task,
                                      double now)
{
    if (steering->states[task] != SCHEDULE_PLANNED)
        return;
    steering->states[task] = SCHEDULE_ENDED;
    steering->slots[task].start = steering->slots[task].end = now;
    steering->planned--;
    steering->counts.ended++;
}

void script_schedule_steering_lost(struct script_schedule_steering *steering, double now)
{
    script_schedule_steering_plan_again(steering, now, true);
}

double script_schedule_steering_speed(const struct script_schedule_steering *steering,
                                      uint32_t machine)
{
    return steering->believed.machines[machine].speed;
}

uint32_t script_schedule_steering_any(struct script_schedule_steering *steering)
{
    while (steering->ready_count &&
           steering->states[steering->ready[steering->ready_count - 1]] != SCHEDULE_PLANNED)
        steering->ready_count--;
    return steering->ready_count ? steering->ready[steering->ready_count - 1] : SCHEDULE_NONE;
}

void script_schedule_steering_price(struct script_schedule_steering *steering, double cost,
                                    double pause)
{
    steering->options.cost = cost;
    steering->options.pause = pause;
}
