/* graph_problem.c: tasks, dependencies and streams become tasks and edges. */
#include "script/costs/graph_problem.h"
#include "util/interned.h"
#include "util/memory.h"

#include <stdlib.h>

enum { EDGES_MOST = 1 << 26 };

static void add_edge(struct script_costs_problem *made, uint32_t from, uint32_t to, uint8_t kind,
                     double bytes)
{
    made->edges = memory_grow(made->edges, &made->edge_room, made->problem.edge_count + (size_t)1,
                              sizeof *made->edges);
    made->edges[made->problem.edge_count++] =
        (struct script_schedule_edge){.from = from, .to = to, .bytes = bytes, .kind = kind};
}

/* Returns the mean cost of tasks that have one; 1 second if none has. */
static double mean_cost(const struct script_graph *graph)
{
    double sum = 0, count = 0;
    for (size_t t = 0; t < graph->task_count; t++)
        if (graph->tasks[t].cost > 0) {
            sum += graph->tasks[t].cost;
            count++;
        }
    return count > 0 ? sum / count : 1;
}

static void make_tasks(const struct script_graph *graph, double speed,
                       struct script_costs_problem *made)
{
    struct interned *names = interned_new();
    double mean = mean_cost(graph);
    for (size_t t = 0; t < graph->task_count; t++) {
        const struct script_task *task = &graph->tasks[t];
        double cost = task->cost > 0 ? task->cost : mean;
        uint32_t cores = task->places > task->cores ? task->places : task->cores;
        if (task->instead_of == SCRIPT_NONE)
            made->unknown += !(task->cost > 0);
        else
            cost = 0;
        made->tasks[t] =
            (struct script_schedule_task){.work = cost * speed,
                                          .cores = cores ? cores : 1,
                                          .memory = task->memory,
                                          .model = interned_add_text(names, task->name)};
    }
    interned_free(names);
}

static bool are_in_ring(const struct script_graph *graph, uint32_t a, uint32_t b)
{
    return a == b ||
           (graph->rings && graph->rings[a] != SCRIPT_NONE && graph->rings[a] == graph->rings[b]);
}

static bool make_stream(const struct script_graph *graph, const struct script_stream *stream,
                        struct script_costs_problem *made, struct error *error)
{
    uint64_t pairs = (uint64_t)stream->writers.count * stream->readers.count;
    if (made->problem.edge_count + pairs > EDGES_MOST)
        return error_set(error,
                         "%s:%u: this stream connects %zu writers with %zu readers, which is too "
                         "many to plan (limit: %d pairs in all)",
                         stream->file ? stream->file : "", stream->line, stream->writers.count,
                         stream->readers.count, EDGES_MOST);
    for (size_t w = 0; w < stream->writers.count; w++)
        for (size_t r = 0; r < stream->readers.count; r++) {
            uint32_t from = stream->writers.list[w], to = stream->readers.list[r];
            if (!are_in_ring(graph, from, to))
                add_edge(made, from, to, SCHEDULE_STREAM,
                         script_graph_out(graph, from) == stream ? graph->tasks[from].bytes : 0);
        }
    return true;
}

bool script_costs_problem_make(const struct script_graph *graph, double speed,
                               struct script_costs_problem *made, struct error *error)
{
    *made = (struct script_costs_problem){0};
    made->problem.task_count = (uint32_t)graph->task_count;
    made->tasks = memory_zeroed(graph->task_count + 1, sizeof *made->tasks);
    make_tasks(graph, speed, made);
    for (size_t t = 0; t < graph->task_count; t++)
        for (uint32_t i = 0; i < graph->tasks[t].after_count; i++)
            add_edge(made, graph->tasks[t].after[i], (uint32_t)t, SCHEDULE_AFTER, 0);
    bool good = true;
    for (size_t s = 0; good && s < graph->stream_count; s++)
        good = make_stream(graph, &graph->streams[s], made, error);
    made->problem.tasks = made->tasks;
    made->problem.edges = made->edges;
    return good;
}

void script_costs_problem_free(struct script_costs_problem *made)
{
    free(made->tasks);
    free(made->edges);
    *made = (struct script_costs_problem){0};
}
