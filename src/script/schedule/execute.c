/* execute.c: events in the order of their times: a task ends, or data have come to a machine. */
#include "script/schedule/execute.h"
#include "script/schedule/arrival.h"
#include "script/schedule/graph.h"
#include "script/schedule/heap.h"
#include "util/memory.h"

#include <stdlib.h>

struct execution {
    const struct script_schedule_problem *truth;
    struct script_schedule_graph graph;
    struct script_schedule_steering *steering;
    struct script_schedule_heap
        events; /* a task's number; or the number of tasks and a machine's */
    struct script_schedule_slot *slots;
    bool is_static;
    double *wakes; /* of each machine: the event that was set last */
};

/* Returns when a task that starts now ends: no reader of a stream ends before its last data have
 * come. */
static double end_of(const struct execution *execution, uint32_t task, uint32_t machine, double now)
{
    const struct script_schedule_graph *graph = &execution->graph;
    double seconds = script_schedule_seconds(execution->truth, task, machine), end = now + seconds;
    for (uint32_t i = graph->in_first[task]; i < graph->in_first[task + 1]; i++) {
        const struct script_schedule_edge *edge = &execution->truth->edges[graph->in[i]];
        end = fmax(end, seconds + script_schedule_arrival_between(execution->truth, edge,
                                                                  &execution->slots[edge->from],
                                                                  machine, seconds));
    }
    return end;
}

static void wake_at(struct execution *execution, uint32_t machine, double time)
{
    script_schedule_heap_push(&execution->events, -time, execution->truth->task_count + machine);
}

/* Readers of streams may start on other machines now that their writer has. */
static void wake_readers(struct execution *execution, uint32_t task, double now)
{
    const struct script_schedule_graph *graph = &execution->graph;
    const struct script_schedule_slot *slots = script_schedule_steering_slots(execution->steering);
    for (uint32_t i = graph->out_first[task]; i < graph->out_first[task + 1]; i++) {
        const struct script_schedule_edge *edge = &execution->truth->edges[graph->out[i]];
        if (edge->kind == SCHEDULE_STREAM)
            wake_at(execution, slots[edge->to].machine, now);
    }
}

static void start_tasks(struct execution *execution, uint32_t machine, double now)
{
    double wake;
    for (uint32_t task; (task = script_schedule_steering_next(execution->steering, machine, now,
                                                              &wake)) != SCHEDULE_NONE;) {
        double end = end_of(execution, task, machine, now);
        execution->slots[task] = (struct script_schedule_slot){machine, now, end};
        script_schedule_heap_push(&execution->events, -end, task);
        wake_readers(execution, task, now);
    }
    if (isfinite(wake) && wake != execution->wakes[machine]) {
        execution->wakes[machine] = wake;
        wake_at(execution, machine, wake);
    }
}

/* Starts what can start after the end of a task: by a plan that never changes, on its machine and
 * where its readers are to run; else anywhere. */
static void start_after(struct execution *execution, uint32_t task, double now)
{
    const struct script_schedule_graph *graph = &execution->graph;
    const struct script_schedule_slot *slots = script_schedule_steering_slots(execution->steering);
    if (!execution->is_static) {
        for (uint32_t m = 0; m < execution->truth->machine_count; m++)
            start_tasks(execution, m, now);
        return;
    }
    start_tasks(execution, slots[task].machine, now);
    for (uint32_t i = graph->out_first[task]; i < graph->out_first[task + 1]; i++)
        start_tasks(execution, slots[execution->truth->edges[graph->out[i]].to].machine, now);
}

static void run(struct execution *execution)
{
    const struct script_schedule_problem *truth = execution->truth;
    for (uint32_t m = 0; m < truth->machine_count; m++)
        start_tasks(execution, m, 0);
    while (execution->events.count) {
        struct script_schedule_heap_item event = script_schedule_heap_pop(&execution->events);
        double now = -event.priority;
        if (event.task >= truth->task_count) {
            start_tasks(execution, event.task - truth->task_count, now);
            continue;
        }
        const struct script_schedule_slot *slot = &execution->slots[event.task];
        script_schedule_steering_finished(
            execution->steering, event.task, now,
            script_schedule_seconds(truth, event.task, slot->machine));
        start_after(execution, event.task, now);
    }
}

bool script_schedule_execute(const struct script_schedule_problem *believed,
                             const struct script_schedule_problem *truth,
                             const struct script_schedule_steering_options *options,
                             struct script_schedule_plan *plan,
                             struct script_schedule_steering_counts *counts, struct error *error)
{
    struct execution execution = {.truth = truth, .is_static = !options->refine && !options->steal};
    size_t tasks = truth->task_count;
    *plan = (struct script_schedule_plan){.task_count = truth->task_count};
    execution.steering = script_schedule_steering_new(believed, options, error);
    bool good = execution.steering && script_schedule_graph_make(truth, &execution.graph, error);
    if (good) {
        execution.slots = plan->slots = memory_zeroed(tasks + 1, sizeof *plan->slots);
        execution.wakes = memory_zeroed(truth->machine_count + (size_t)1, sizeof(double));
        run(&execution);
        *counts = script_schedule_steering_counts(execution.steering);
        for (uint32_t t = 0; t < tasks; t++)
            plan->makespan = fmax(plan->makespan, plan->slots[t].end);
        good = counts->ended == tasks || error_set(error, "%u of %zu tasks never started",
                                                   (uint32_t)tasks - counts->ended, tasks);
    }
    script_schedule_steering_free(execution.steering);
    script_schedule_graph_free(&execution.graph);
    script_schedule_heap_free(&execution.events);
    free(execution.wakes);
    return good;
}
