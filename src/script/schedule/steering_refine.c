/* steering_refine.c: corrects the models and plans what has not started again. */
#include "script/schedule/algorithms.h"
#include "script/schedule/heap.h"
#include "script/schedule/ready_list.h"
#include "script/schedule/steering_state.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* A prediction that is off by this factor (a logarithm) is a reason to plan again. */
static const double surprise_least = 0.1;
enum { PLANS_SHARE = 200 }; /* planning again waits until 1 in so many of the tasks have ended */

/* Tasks that already run longer than expected tell something, too: at least how long they take. */
static void note_overdue(struct script_schedule_steering *steering, double now)
{
    for (uint32_t i = 0; i < steering->running_count; i++) {
        uint32_t task = steering->running[i];
        const struct script_schedule_slot *slot = &steering->slots[task];
        double seconds = now - slot->start;
        if (seconds > script_schedule_steering_running(steering, task, slot->machine))
            script_schedule_corrections_add(
                &steering->corrections, task, slot->machine,
                script_schedule_seconds(steering->problem, task, slot->machine), seconds);
    }
}

/* Expects ends of running tasks by what is believed now; one that is overdue takes a tenth more. */
static void expect_ends(struct script_schedule_steering *steering, double now)
{
    for (uint32_t i = 0; i < steering->running_count; i++) {
        uint32_t task = steering->running[i];
        struct script_schedule_slot *slot = &steering->slots[task];
        double seconds = script_schedule_steering_running(steering, task, slot->machine);
        slot->end = fmax(slot->start + seconds, now + (now - slot->start) / 10);
    }
}

/* Times the old plan anew: each task stays on its machine and in its order. Returns the end. */
static double time_anew(const struct script_schedule_steering *steering,
                        const struct script_schedule_begun *begun,
                        struct script_schedule_slot *slots)
{
    const struct script_schedule_problem *problem = &steering->believed.problem;
    const struct script_schedule_graph *graph = &steering->graph;
    struct script_schedule_planner planner;
    struct script_schedule_heap heap = {0};
    double end = 0;
    script_schedule_planner_begin(&planner, problem, graph, begun, slots);
    uint32_t *waiting = script_schedule_waiting(&planner);
    for (uint32_t t = 0; t < problem->task_count; t++) {
        if (!waiting[t])
            script_schedule_heap_push(&heap, -slots[t].start, t);
        else if (begun->fixed[t])
            end = fmax(end, slots[t].end);
    }
    while (heap.count) {
        uint32_t task = script_schedule_heap_pop(&heap).task;
        script_schedule_planner_place(
            &planner, task, script_schedule_planner_on(&planner, task, slots[task].machine));
        end = fmax(end, slots[task].end);
        for (uint32_t i = graph->out_first[task]; i < graph->out_first[task + 1]; i++) {
            uint32_t reader = problem->edges[graph->out[i]].to;
            if (waiting[reader] != UINT32_MAX && !--waiting[reader])
                script_schedule_heap_push(&heap, -slots[reader].start, reader);
        }
    }
    free(waiting);
    script_schedule_heap_free(&heap);
    script_schedule_planner_end(&planner);
    return end;
}

static struct script_schedule_slot *copy_slots(const struct script_schedule_steering *steering)
{
    size_t count = steering->problem->task_count;
    struct script_schedule_slot *copy = memory_zeroed(count + 1, sizeof *copy);
    memcpy(copy, steering->slots, count * sizeof *copy);
    return copy;
}

/* Adopts a new plan if it ends sufficiently earlier than the old one would. */
static void plan_rest(struct script_schedule_steering *steering, double now, bool forced)
{
    uint32_t count = steering->problem->task_count;
    bool *fixed = memory_zeroed(count + (size_t)1, sizeof *fixed);
    for (uint32_t t = 0; t < count; t++)
        fixed[t] = steering->states[t] != SCHEDULE_PLANNED;
    struct script_schedule_begun begun = {fixed, now};
    struct script_schedule_slot *old = copy_slots(steering), *new = copy_slots(steering);
    double old_end = time_anew(steering, &begun, old);
    double new_end =
        script_schedule_plan_rest(&steering->believed.problem, &steering->graph,
                                  steering->options.algorithm, steering->options.seed, &begun, new);
    bool better = forced || new_end + steering->options.cost < old_end;
    memcpy(steering->slots, better ? new : old, count * sizeof *new);
    steering->counts.plans++;
    steering->counts.adopted += better;
    script_schedule_steering_fill_queues(steering);
    free(old);
    free(new);
    free(fixed);
}

void script_schedule_steering_plan_again(struct script_schedule_steering *steering, double now,
                                         bool forced)
{
    size_t certain = steering->corrections.count;
    note_overdue(steering, now);
    script_schedule_corrections_fit(&steering->corrections);
    steering->corrections.count = certain;
    script_schedule_corrected_free(&steering->believed);
    script_schedule_corrected_make(&steering->corrections, &steering->believed);
    expect_ends(steering, now);
    plan_rest(steering, now, forced);
    steering->surprise = 0;
    steering->since_plan = 0;
    steering->plan_time = now;
}

void script_schedule_steering_refine(struct script_schedule_steering *steering, double now)
{
    if (steering->planned && steering->surprise >= surprise_least &&
        steering->since_plan >= 1 + steering->planned / PLANS_SHARE &&
        now >= steering->plan_time + steering->options.pause)
        script_schedule_steering_plan_again(steering, now, false);
}
