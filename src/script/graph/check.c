/* check.c: see check.h
 *
 * Cycles are strongly connected components (Tarjan 1972) of tasks and streams: an edge leads from a
 * task to those that run after it, from a writer to its stream, and from a stream to its readers.
 */
#include "script/graph/check.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Nodes are tasks, then streams, without those that were checked before: no cycle leads through
 * them. */
struct search {
    const struct script_graph *graph;
    uint32_t first_task, first_stream, tasks;
    uint32_t count;
    uint32_t *starts, *edges; /* of node i: from starts[i] to before starts[i + 1] */
    uint32_t *index, *low, *component;
    uint32_t *stack, *path, *next; /* Tarjan's stack; the nodes being visited, and their edges */
    size_t stack_size, path_size;
    uint32_t found, components;
};

/* Returns the node of a stream. */
static uint32_t node_of(const struct search *search, uint32_t stream)
{
    return search->tasks + stream - search->first_stream;
}

/* Calls `add` for each edge. */
static void each_edge(const struct script_graph *graph, struct search *search,
                      void (*add)(struct search *, uint32_t, uint32_t))
{
    for (uint32_t i = 0; i < search->tasks; i++) {
        const struct script_task *task = &graph->tasks[search->first_task + i];
        for (uint32_t j = 0; j < task->after_count; j++) {
            if (task->after[j] >= search->first_task)
                add(search, task->after[j] - search->first_task, i);
        }
        if (task->instead_of != SCRIPT_NONE)
            add(search, i, task->instead_of - search->first_task);
        if (task->out.kind == SCRIPT_END_STREAM)
            add(search, i, node_of(search, task->out.stream));
        if (task->err.kind == SCRIPT_END_STREAM)
            add(search, i, node_of(search, task->err.stream));
        if (task->in.kind == SCRIPT_END_STREAM)
            add(search, node_of(search, task->in.stream), i);
    }
}

static void count_edge(struct search *search, uint32_t from, uint32_t to)
{
    (void)to;
    search->starts[from + 2]++;
}

static void add_edge(struct search *search, uint32_t from, uint32_t to)
{
    search->edges[search->starts[from + 1]++] = to;
}

static void build(struct search *search)
{
    search->starts = memory_zeroed((size_t)search->count + 3, sizeof *search->starts);
    each_edge(search->graph, search, count_edge);
    for (uint32_t i = 2; i < search->count + 2; i++)
        search->starts[i] += search->starts[i - 1];
    search->edges =
        memory_zeroed((size_t)search->starts[search->count + 1] + 1, sizeof *search->edges);
    each_edge(search->graph, search, add_edge);
}

static void enter(struct search *search, uint32_t node)
{
    search->index[node] = search->low[node] = ++search->found;
    search->stack[search->stack_size++] = node;
    search->path[search->path_size] = node;
    search->next[search->path_size++] = search->starts[node];
}

static void leave(struct search *search, uint32_t node)
{
    search->path_size--;
    if (search->path_size) {
        uint32_t above = search->path[search->path_size - 1];
        if (search->low[node] < search->low[above])
            search->low[above] = search->low[node];
    }
    if (search->low[node] != search->index[node])
        return;
    for (uint32_t member = SCRIPT_NONE; member != node;) {
        member = search->stack[--search->stack_size];
        search->component[member] = search->components;
    }
    search->components++;
}

static void visit_from(struct search *search, uint32_t root)
{
    enter(search, root);
    while (search->path_size) {
        uint32_t node = search->path[search->path_size - 1];
        if (search->next[search->path_size - 1] == search->starts[node + 1]) {
            leave(search, node);
            continue;
        }
        uint32_t to = search->edges[search->next[search->path_size - 1]++];
        if (!search->index[to])
            enter(search, to);
        else if (search->component[to] == SCRIPT_NONE && search->index[to] < search->low[node])
            search->low[node] = search->index[to];
    }
}

static void find_components(struct search *search)
{
    size_t count = (size_t)search->count + 1;
    uint32_t **arrays[] = {&search->index, &search->low,  &search->component,
                           &search->stack, &search->path, &search->next};
    for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
        *arrays[i] = memory_zeroed(count, sizeof **arrays[i]);
    memset(search->component, 0xff, count * sizeof *search->component);
    for (uint32_t i = 0; i < search->count; i++) {
        if (!search->index[i])
            visit_from(search, i);
    }
}

static void search_free(struct search *search)
{
    free(search->starts);
    free(search->edges);
    free(search->index);
    free(search->low);
    free(search->component);
    free(search->stack);
    free(search->path);
    free(search->next);
}

/* Makes the numbers of cycles long enough for all tasks. */
static void make_rings(struct script_graph *graph)
{
    size_t before = graph->rings ? graph->ring_room : 0;
    if (before > graph->task_count)
        return;
    graph->rings =
        memory_grow(graph->rings, &graph->ring_room, graph->task_count + 1, sizeof *graph->rings);
    memset(graph->rings + before, 0xff, (graph->ring_room - before) * sizeof *graph->rings);
}

/* Marks the tasks and streams of cycles. A cycle with an `after` in it can never run. */
static bool mark_cycles(struct script_graph *graph, const struct search *search,
                        struct error *error)
{
    uint32_t first = search->first_task;
    for (uint32_t i = first; i < graph->task_count; i++) {
        const struct script_task *task = &graph->tasks[i];
        for (uint32_t j = 0; j < task->after_count; j++) {
            if (task->after[j] >= first &&
                search->component[task->after[j] - first] == search->component[i - first])
                return error_set(error,
                                 "%s:%u: %s (task %u) is to run after %s of line %u, which needs "
                                 "%s itself",
                                 task->file, task->line, task->name, i + 1,
                                 graph->tasks[task->after[j]].name,
                                 graph->tasks[task->after[j]].line, task->name);
        }
    }
    for (uint32_t s = search->first_stream; s < graph->stream_count; s++) {
        struct script_stream *stream = &graph->streams[s];
        uint32_t own = search->component[node_of(search, s)];
        for (size_t i = 0; i < stream->writers.count; i++)
            stream->cyclic |= search->component[stream->writers.list[i] - first] == own;
        if (!stream->cyclic)
            continue;
        make_rings(graph);
        for (uint32_t i = 0; i < search->tasks; i++) {
            if (search->component[i] == own) /* unlike those of earlier checks */
                graph->rings[first + i] = own + first + search->first_stream;
        }
    }
    return true;
}

static bool check_task(const struct script_graph *graph, uint32_t number, uint32_t cores,
                       struct error *error)
{
    const struct script_task *task = &graph->tasks[number];
    for (uint32_t i = 0; i < task->after_count; i++) {
        if (task->after[i] >= graph->task_count)
            return error_set(error, "%s:%u: %s is to run after a task that does not exist",
                             task->file, task->line, task->name);
    }
    if (task->instead_of != SCRIPT_NONE && task->instead_of < graph->checked_tasks)
        return error_set(error, "%s:%u: on_failure of %s names a task that may run already",
                         task->file, task->line, task->name);
    if (task->instead_of != SCRIPT_NONE && task->instead_of >= graph->task_count)
        return error_set(error, "%s:%u: on_failure of %s names a task that does not exist",
                         task->file, task->line, task->name);
    if (task->cores > cores && !task->places)
        return error_set(error,
                         "%s:%u: %s needs %u cores, and there are %u; --jobs %u allows as many",
                         task->file, task->line, task->name, task->cores, cores, task->cores);
    return true;
}

static void note_streams(const struct script_graph *graph, struct buffer *notes)
{
    for (size_t i = graph->checked_streams; i < graph->stream_count; i++) {
        const struct script_stream *stream = &graph->streams[i];
        bool read = stream->readers.count || stream->to || stream->store == 1;
        bool written = stream->writers.count || stream->from || stream->texts;
        if (written && !read)
            buffer_printf(notes, "%s:%u: %s has no reader: what is written into it is dropped\n",
                          stream->file, stream->line, stream->name);
        if (read && !written)
            buffer_printf(notes, "%s:%u: %s has no writer: its readers find it empty\n",
                          stream->file, stream->line, stream->name);
    }
}

bool script_graph_check(struct script_graph *graph, uint32_t cores, struct buffer *notes,
                        struct error *error)
{
    struct search search = {.graph = graph,
                            .first_task = (uint32_t)graph->checked_tasks,
                            .first_stream = (uint32_t)graph->checked_streams,
                            .tasks = (uint32_t)(graph->task_count - graph->checked_tasks)};
    search.count = search.tasks + (uint32_t)(graph->stream_count - graph->checked_streams);
    if (graph->rings)
        make_rings(graph);
    for (uint32_t i = search.first_task; i < graph->task_count; i++) {
        if (!check_task(graph, i, cores, error))
            return false;
    }
    build(&search);
    find_components(&search);
    bool good = mark_cycles(graph, &search, error);
    search_free(&search);
    if (good)
        note_streams(graph, notes);
    graph->checked_tasks = graph->task_count;
    graph->checked_streams = graph->stream_count;
    return good;
}
