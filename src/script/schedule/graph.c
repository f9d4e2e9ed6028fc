/* graph.c: the edges of a problem by task, and an order in which writers stand before readers. */
#include "script/schedule/graph.h"
#include "util/memory.h"

#include <stdlib.h>

/* Counting sort of edges by one of their ends. */
static void sort_edges(const struct script_schedule_problem *problem, bool by_reader,
                       uint32_t *first, uint32_t *list)
{
    for (uint32_t e = 0; e < problem->edge_count; e++)
        first[(by_reader ? problem->edges[e].to : problem->edges[e].from) + 1]++;
    for (uint32_t t = 0; t < problem->task_count; t++)
        first[t + 1] += first[t];
    uint32_t *next = memory_zeroed(problem->task_count + 1, sizeof *next);
    for (uint32_t e = 0; e < problem->edge_count; e++) {
        uint32_t task = by_reader ? problem->edges[e].to : problem->edges[e].from;
        list[first[task] + next[task]++] = e;
    }
    free(next);
}

/* Kahn's algorithm; returns the number of tasks that are in no cycle and behind none. The unread
 * part of `order` is the queue. */
static uint32_t sort_tasks(const struct script_schedule_problem *problem,
                           struct script_schedule_graph *graph, uint32_t *waiting)
{
    uint32_t count = 0;
    for (uint32_t t = 0; t < problem->task_count; t++) {
        waiting[t] = graph->in_first[t + 1] - graph->in_first[t];
        if (!waiting[t])
            graph->order[count++] = t;
    }
    for (uint32_t done = 0; done < count; done++) {
        uint32_t t = graph->order[done];
        for (uint32_t i = graph->out_first[t]; i < graph->out_first[t + 1]; i++) {
            uint32_t reader = problem->edges[graph->out[i]].to;
            if (!--waiting[reader])
                graph->order[count++] = reader;
        }
    }
    return count;
}

/* Returns a task of a cycle: goes back from a task that waits through writers that wait. */
static uint32_t in_cycle(const struct script_schedule_problem *problem,
                         const struct script_schedule_graph *graph, const uint32_t *waiting)
{
    uint32_t t = 0;
    while (!waiting[t])
        t++;
    for (uint32_t step = 0; step < problem->task_count; step++) {
        uint32_t i = graph->in_first[t];
        while (!waiting[problem->edges[graph->in[i]].from])
            i++;
        t = problem->edges[graph->in[i]].from;
    }
    return t;
}

bool script_schedule_graph_make(const struct script_schedule_problem *problem,
                                struct script_schedule_graph *graph, struct error *error)
{
    size_t tasks = problem->task_count;
    graph->in_first = memory_zeroed(tasks + 1, sizeof *graph->in_first);
    graph->out_first = memory_zeroed(tasks + 1, sizeof *graph->out_first);
    graph->in = memory_zeroed(problem->edge_count + (size_t)1, sizeof *graph->in);
    graph->out = memory_zeroed(problem->edge_count + (size_t)1, sizeof *graph->out);
    graph->order = memory_zeroed(tasks + 1, sizeof *graph->order);
    sort_edges(problem, true, graph->in_first, graph->in);
    sort_edges(problem, false, graph->out_first, graph->out);
    uint32_t *waiting = memory_zeroed(tasks + 1, sizeof *waiting);
    bool good = sort_tasks(problem, graph, waiting) == problem->task_count;
    if (!good)
        error_set(error, "task %u waits for itself, through its writers; break the cycle",
                  in_cycle(problem, graph, waiting));
    free(waiting);
    return good;
}

void script_schedule_graph_free(struct script_schedule_graph *graph)
{
    free(graph->in_first);
    free(graph->out_first);
    free(graph->in);
    free(graph->out);
    free(graph->order);
    *graph = (struct script_schedule_graph){0};
}
