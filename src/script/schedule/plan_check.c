/* plan_check.c: checks a plan against its problem, independently of how it was made. */
#include "script/schedule/plan_check.h"
#include "script/schedule/arrival.h"
#include "util/memory.h"

#include <stdlib.h>

/* Differences by rounding are none. */
static bool is_earlier(double a, double b)
{
    return a < b - 1e-9 * (1 + fabs(b));
}

static bool check_slots(const struct script_schedule_problem *problem,
                        const struct script_schedule_plan *plan, struct error *error)
{
    double makespan = 0;
    for (uint32_t t = 0; t < problem->task_count; t++) {
        const struct script_schedule_slot *slot = &plan->slots[t];
        if (slot->machine >= problem->machine_count)
            return error_set(error, "task %u is on machine %u, which is not there", t,
                             slot->machine);
        double seconds = script_schedule_seconds(problem, t, slot->machine);
        if (!(slot->start >= 0) || !isfinite(slot->end) ||
            is_earlier(slot->end - slot->start, seconds))
            return error_set(error, "task %u runs from %g to %g on machine %u, but needs %g", t,
                             slot->start, slot->end, slot->machine, seconds);
        makespan = fmax(makespan, slot->end);
    }
    if (makespan != plan->makespan)
        return error_set(error, "the last task ends at %g, but the makespan is %g", makespan,
                         plan->makespan);
    return true;
}

static bool check_arrivals(const struct script_schedule_problem *problem,
                           const struct script_schedule_plan *plan, struct error *error)
{
    for (uint32_t e = 0; e < problem->edge_count; e++) {
        const struct script_schedule_edge *edge = &problem->edges[e];
        const struct script_schedule_slot *to = &plan->slots[edge->to];
        double seconds = script_schedule_seconds(problem, edge->to, to->machine);
        double at = script_schedule_arrival_between(problem, edge, &plan->slots[edge->from],
                                                    to->machine, seconds);
        double start = to->start;
        if (edge->kind == SCHEDULE_STREAM && start >= plan->slots[edge->from].start)
            start = to->end - seconds; /* it may wait for data after its start */
        if (is_earlier(start, at))
            return error_set(error, "task %u starts at %g, but its data from task %u come at %g",
                             edge->to, to->start, edge->from, at);
    }
    return true;
}

/* The start (or end) of a task changes the number of cores in use. */
struct change {
    uint32_t machine, task;
    double time;
    int64_t cores;
};

static int compare_changes(const void *a, const void *b)
{
    const struct change *x = a, *y = b;
    if (x->machine != y->machine)
        return x->machine < y->machine ? -1 : 1;
    if (x->time != y->time)
        return x->time < y->time ? -1 : 1;
    return (x->cores > y->cores) - (x->cores < y->cores); /* ends come first */
}

static bool check_cores(const struct script_schedule_problem *problem,
                        const struct script_schedule_plan *plan, struct error *error)
{
    size_t count = 0;
    struct change *changes = memory_zeroed(2 * (size_t)problem->task_count + 1, sizeof *changes);
    for (uint32_t t = 0; t < problem->task_count; t++) {
        const struct script_schedule_slot *slot = &plan->slots[t];
        if (slot->end <= slot->start)
            continue;
        int64_t cores = problem->tasks[t].cores;
        changes[count++] = (struct change){slot->machine, t, slot->start, cores};
        changes[count++] = (struct change){slot->machine, t, slot->end, -cores};
    }
    qsort(changes, count, sizeof *changes, compare_changes);
    bool good = true;
    int64_t used = 0;
    for (size_t i = 0; good && i < count; i++) {
        used += changes[i].cores; /* 0 after the last end on a machine */
        if (used > problem->machines[changes[i].machine].cores)
            good = error_set(error, "machine %u runs task %u at %g with all its cores in use",
                             changes[i].machine, changes[i].task, changes[i].time);
    }
    free(changes);
    return good;
}

bool script_schedule_plan_check(const struct script_schedule_problem *problem,
                                const struct script_schedule_plan *plan, struct error *error)
{
    return check_slots(problem, plan, error) && check_arrivals(problem, plan, error) &&
           check_cores(problem, plan, error);
}
