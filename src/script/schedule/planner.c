/* planner.c: the search for the earliest finish time. Machines of a group differ for a task only by
 * whether they run one of its writers, so a group is looked at once, and those machines apart. */
#include "script/schedule/planner.h"
#include "script/schedule/arrival.h"
#include "util/memory.h"

#include <stdlib.h>

void script_schedule_planner_begin(struct script_schedule_planner *planner,
                                   const struct script_schedule_problem *problem,
                                   const struct script_schedule_graph *graph,
                                   const struct script_schedule_begun *begun,
                                   struct script_schedule_slot *slots)
{
    *planner = (struct script_schedule_planner){.problem = problem, .graph = graph, .slots = slots};
    if (begun)
        planner->begun = *begun;
    script_schedule_groups_make(problem, &planner->groups);
    size_t groups = planner->groups.count + (size_t)1;
    planner->timeline = script_schedule_timeline_new(problem, &planner->groups);
    planner->ready = memory_zeroed(groups, sizeof *planner->ready);
    planner->ready_else = memory_zeroed(groups, sizeof *planner->ready_else);
    planner->from = memory_zeroed(groups, sizeof *planner->from);
    for (uint32_t t = 0; t < problem->task_count; t++)
        if (script_schedule_planner_is_fixed(planner, t) && slots[t].end > planner->begun.now)
            script_schedule_timeline_take(planner->timeline, slots[t].machine, t, slots[t].start,
                                          slots[t].end);
}

void script_schedule_planner_end(struct script_schedule_planner *planner)
{
    script_schedule_timeline_free(planner->timeline);
    script_schedule_groups_free(&planner->groups);
    free(planner->ready);
    free(planner->ready_else);
    free(planner->from);
    free(planner->hosts);
    *planner = (struct script_schedule_planner){0};
}

/* Finds, for one group, when the data of all writers are there, and when those of all writers but
 * the ones on the machine that is waited for longest. */
static void find_ready(struct script_schedule_planner *planner, uint32_t task, uint32_t group,
                       double seconds)
{
    const struct script_schedule_problem *problem = planner->problem;
    const struct script_schedule_graph *graph = planner->graph;
    double first = planner->begun.now, second = first;
    uint32_t from = UINT32_MAX;
    for (uint32_t i = graph->in_first[task]; i < graph->in_first[task + 1]; i++) {
        const struct script_schedule_edge *edge = &problem->edges[graph->in[i]];
        const struct script_schedule_slot *writer = &planner->slots[edge->from];
        struct script_schedule_link way =
            script_schedule_way(problem, writer->machine, planner->groups.sample[group]);
        double at = script_schedule_arrival(edge, writer, way, seconds);
        if (at > first) {
            if (writer->machine != from)
                second = first;
            first = at;
            from = writer->machine;
        } else if (writer->machine != from && at > second) {
            second = at;
        }
    }
    planner->ready[group] = first;
    planner->ready_else[group] = second;
    planner->from[group] = from;
}

static int compare_hosts(const void *a, const void *b)
{
    const struct script_schedule_host *x = a, *y = b;
    if (x->machine != y->machine)
        return x->machine < y->machine ? -1 : 1;
    return (x->edge > y->edge) - (x->edge < y->edge);
}

/* Lists the edges into a task by the machines of their writers; returns their number. */
static uint32_t list_hosts(struct script_schedule_planner *planner, uint32_t task)
{
    const struct script_schedule_graph *graph = planner->graph;
    uint32_t first = graph->in_first[task], count = graph->in_first[task + 1] - first;
    planner->hosts =
        memory_grow(planner->hosts, &planner->host_room, count + (size_t)1, sizeof *planner->hosts);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t edge = graph->in[first + i];
        planner->hosts[i] = (struct script_schedule_host){
            planner->slots[planner->problem->edges[edge].from].machine, edge};
    }
    if (count > 1)
        qsort(planner->hosts, count, sizeof *planner->hosts, compare_hosts);
    return count;
}

/* The best slot found so far. */
struct best {
    struct script_schedule_slot slot;
    double value;
};

static void consider(struct best *best, uint32_t machine, double start, double seconds, double rest)
{
    double value = start + seconds + rest;
    if (value < best->value || (value == best->value && machine < best->slot.machine))
        *best = (struct best){{machine, start, start + seconds}, value};
}

static void consider_group(struct script_schedule_planner *planner, uint32_t task, uint32_t group,
                           double rest, struct best *best)
{
    double seconds = script_schedule_seconds(planner->problem, task, planner->groups.sample[group]);
    if (!isfinite(seconds))
        return;
    find_ready(planner, task, group, seconds);
    if (planner->ready[group] + seconds + rest > best->value)
        return;
    uint32_t machine = 0;
    double start = script_schedule_timeline_find_group(planner->timeline, group, task,
                                                       planner->ready[group], seconds, &machine);
    consider(best, machine, start, seconds, rest);
}

/* Looks at a machine that has data already; `here` says when those are there. */
static void consider_host(struct script_schedule_planner *planner, uint32_t task, uint32_t machine,
                          double here, double rest, struct best *best)
{
    uint32_t group = planner->groups.of[machine];
    double seconds = script_schedule_seconds(planner->problem, task, machine);
    double ready =
        planner->from[group] == machine ? planner->ready_else[group] : planner->ready[group];
    ready = fmax(ready, here);
    if (ready + seconds + rest > best->value)
        return;
    consider(best, machine,
             script_schedule_timeline_find(planner->timeline, machine, task, ready, seconds),
             seconds, rest);
}

struct script_schedule_slot script_schedule_planner_best(struct script_schedule_planner *planner,
                                                         uint32_t task, const double *rest)
{
    struct best best = {{UINT32_MAX, INFINITY, INFINITY}, INFINITY};
    for (uint32_t g = 0; g < planner->groups.count; g++)
        consider_group(planner, task, g, rest ? rest[g] : 0, &best);
    uint32_t count = list_hosts(planner, task);
    for (uint32_t i = 0, end; i < count; i = end) {
        uint32_t machine = planner->hosts[i].machine;
        double seconds = script_schedule_seconds(planner->problem, task, machine);
        double here = planner->begun.now;
        for (end = i; end < count && planner->hosts[end].machine == machine; end++) {
            const struct script_schedule_edge *edge =
                &planner->problem->edges[planner->hosts[end].edge];
            here = fmax(here,
                        script_schedule_arrival_here(edge, &planner->slots[edge->from], seconds));
        }
        if (isfinite(seconds))
            consider_host(planner, task, machine, here,
                          rest ? rest[planner->groups.of[machine]] : 0, &best);
    }
    return best.slot;
}

struct script_schedule_slot script_schedule_planner_on(struct script_schedule_planner *planner,
                                                       uint32_t task, uint32_t machine)
{
    const struct script_schedule_graph *graph = planner->graph;
    double seconds = script_schedule_seconds(planner->problem, task, machine);
    double ready = planner->begun.now;
    for (uint32_t i = graph->in_first[task]; i < graph->in_first[task + 1]; i++) {
        const struct script_schedule_edge *edge = &planner->problem->edges[graph->in[i]];
        ready =
            fmax(ready, script_schedule_arrival_between(
                            planner->problem, edge, &planner->slots[edge->from], machine, seconds));
    }
    double start = script_schedule_timeline_find(planner->timeline, machine, task, ready, seconds);
    return (struct script_schedule_slot){machine, start, start + seconds};
}

void script_schedule_planner_place(struct script_schedule_planner *planner, uint32_t task,
                                   struct script_schedule_slot slot)
{
    planner->slots[task] = slot;
    script_schedule_timeline_take(planner->timeline, slot.machine, task, slot.start, slot.end);
}
