/* steering.c: what to start next on which machine. */
#include "script/schedule/steering.h"
#include "script/schedule/algorithms.h"
#include "script/schedule/steering_state.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

static void begin_tasks(struct script_schedule_steering *steering)
{
    const struct script_schedule_problem *problem = steering->problem;
    bool external = steering->options.external;
    for (uint32_t e = 0; e < problem->edge_count && !external; e++)
        steering->waiting[problem->edges[e].to]++;
    for (uint32_t t = 0; t < problem->task_count && external; t++)
        steering->waiting[t] = 1; /* for the caller */
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (!steering->waiting[t])
            script_schedule_steering_add_ready(steering, t);
    for (uint32_t m = 0; m < problem->machine_count; m++)
        steering->free_cores[m] = problem->machines[m].cores;
    for (uint32_t m = 0; m < problem->machine_count; m++)
        steering->free_memory[m] = problem->machines[m].memory;
    steering->planned = problem->task_count;
}

struct script_schedule_steering *
script_schedule_steering_new(const struct script_schedule_problem *problem,
                             const struct script_schedule_steering_options *options,
                             struct error *error)
{
    struct script_schedule_steering *steering = memory_zeroed(1, sizeof *steering);
    steering->problem = problem;
    steering->options = *options;
    if (!script_schedule_problem_check_values(problem, error) ||
        !script_schedule_graph_make(problem, &steering->graph, error)) {
        script_schedule_steering_free(steering);
        return NULL;
    }
    size_t tasks = problem->task_count + (size_t)1, machines = problem->machine_count + (size_t)1;
    steering->slots = memory_zeroed(tasks, sizeof *steering->slots);
    steering->states = memory_zeroed(tasks, sizeof *steering->states);
    steering->waiting = memory_zeroed(tasks, sizeof *steering->waiting);
    steering->queued = memory_zeroed(tasks, sizeof *steering->queued);
    steering->ready = memory_zeroed(tasks, sizeof *steering->ready);
    steering->running = memory_zeroed(tasks, sizeof *steering->running);
    steering->free_cores = memory_zeroed(machines, sizeof *steering->free_cores);
    steering->queues = memory_zeroed(machines, sizeof *steering->queues);
    steering->taken = memory_zeroed(tasks, sizeof *steering->taken);
    steering->free_memory = memory_zeroed(machines, sizeof *steering->free_memory);
    steering->taken_memory = memory_zeroed(tasks, sizeof *steering->taken_memory);
    steering->heaps = memory_zeroed(machines, sizeof *steering->heaps);
    steering->later = memory_zeroed(machines, sizeof *steering->later);
    script_schedule_corrections_begin(&steering->corrections, problem);
    script_schedule_corrected_make(&steering->corrections, &steering->believed);
    begin_tasks(steering);
    script_schedule_plan_rest(problem, &steering->graph, options->algorithm, options->seed, NULL,
                              steering->slots);
    script_schedule_steering_fill_queues(steering);
    return steering;
}

void script_schedule_steering_free(struct script_schedule_steering *steering)
{
    if (!steering)
        return;
    script_schedule_graph_free(&steering->graph);
    script_schedule_corrections_end(&steering->corrections);
    script_schedule_corrected_free(&steering->believed);
    free(steering->slots);
    free(steering->states);
    free(steering->waiting);
    free(steering->queued);
    free(steering->ready);
    free(steering->running);
    free(steering->free_cores);
    free(steering->queues);
    free(steering->taken);
    free(steering->free_memory);
    free(steering->taken_memory);
    for (uint32_t m = 0; steering->later && m < steering->problem->machine_count; m++) {
        script_schedule_heap_free(&steering->heaps[m]);
        script_schedule_heap_free(&steering->later[m]);
    }
    free(steering->heaps);
    free(steering->later);
    free(steering);
}

/* True if a task can start on a machine now; else *wake says when, if only data are missing. */
static bool can_start(const struct script_schedule_steering *steering, uint32_t task,
                      uint32_t machine, double now, double *wake)
{
    if (steering->waiting[task] || !script_schedule_steering_fits(steering, task, machine))
        return false;
    double arrival = script_schedule_steering_arrival(steering, task, machine);
    if (arrival <= now)
        return true;
    *wake = fmin(*wake, arrival);
    return false;
}

enum { LOOK_AHEAD = 32 }; /* tasks behind one that cannot start yet */

/* Returns the first task of the queue that can start. A static plan is followed in its order. */
static uint32_t from_queue(struct script_schedule_steering *steering, uint32_t machine, double now,
                           double *wake)
{
    struct script_schedule_queue *queue = &steering->queues[machine];
    while (queue->head < queue->count &&
           (steering->states[queue->tasks[queue->head]] != SCHEDULE_PLANNED ||
            steering->slots[queue->tasks[queue->head]].machine != machine))
        queue->head++;
    uint32_t most = steering->options.refine || steering->options.steal ? LOOK_AHEAD : 1;
    for (uint32_t i = queue->head, looks = 0; i < queue->count && looks < most; i++) {
        uint32_t task = queue->tasks[i];
        if (steering->states[task] != SCHEDULE_PLANNED || steering->slots[task].machine != machine)
            continue;
        if (can_start(steering, task, machine, now, wake))
            return task;
        looks++;
    }
    return SCHEDULE_NONE;
}

uint32_t script_schedule_steering_next(struct script_schedule_steering *steering, uint32_t machine,
                                       double now, double *wake)
{
    *wake = INFINITY;
    if (!steering->free_cores[machine] || !steering->planned)
        return SCHEDULE_NONE;
    uint32_t task = steering->options.external
                        ? script_schedule_steering_from_heap(steering, machine, now)
                        : from_queue(steering, machine, now, wake);
    if (task == SCHEDULE_NONE && steering->options.steal) {
        task = script_schedule_steering_steal(steering, machine, now);
        steering->counts.stolen += task != SCHEDULE_NONE;
    }
    if (task != SCHEDULE_NONE)
        script_schedule_steering_start(steering, task, machine, now);
    return task;
}

void script_schedule_steering_finished(struct script_schedule_steering *steering, uint32_t task,
                                       double now, double seconds)
{
    struct script_schedule_slot *slot = &steering->slots[task];
    assert(steering->states[task] == SCHEDULE_RUNNING);
    double expected = script_schedule_steering_running(steering, task, slot->machine);
    script_schedule_steering_stop(steering, task);
    steering->states[task] = SCHEDULE_ENDED;
    slot->end = now;
    steering->counts.ended++;
    steering->since_plan++;
    if (seconds > 0 && expected > 0)
        steering->surprise += fabs(log(seconds / expected));
    script_schedule_corrections_add(&steering->corrections, task, slot->machine,
                                    script_schedule_seconds(steering->problem, task, slot->machine),
                                    seconds);
    script_schedule_steering_tell(steering, task, SCHEDULE_AFTER);
    if (steering->options.refine)
        script_schedule_steering_refine(steering, now);
}

void script_schedule_steering_failed(struct script_schedule_steering *steering, uint32_t task,
                                     double now)
{
    assert(steering->states[task] == SCHEDULE_RUNNING);
    script_schedule_steering_stop(steering, task);
    script_schedule_steering_tidy_ready(steering); /* it has no entry from before */
    steering->states[task] = SCHEDULE_PLANNED;
    steering->planned++;
    if (steering->options.external)
        steering->waiting[task] = 1;
    else
        script_schedule_steering_add_ready(steering, task);
    if (isfinite(script_schedule_steering_seconds(steering, task, steering->slots[task].machine)))
        script_schedule_steering_fill_queues(steering);
    else
        script_schedule_steering_plan_again(steering, now, true); /* its machine is lost */
}

const struct script_schedule_slot *
script_schedule_steering_slots(const struct script_schedule_steering *steering)
{
    return steering->slots;
}

double script_schedule_steering_end(const struct script_schedule_steering *steering)
{
    double end = 0;
    for (uint32_t t = 0; t < steering->problem->task_count; t++)
        end = fmax(end, steering->slots[t].end);
    return end;
}

struct script_schedule_steering_counts
script_schedule_steering_counts(const struct script_schedule_steering *steering)
{
    return steering->counts;
}
