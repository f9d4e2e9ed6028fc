/* graph.c: see graph.h */
#include "script/graph/graph.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

void script_graph_free(struct script_graph *graph)
{
    for (size_t i = 0; i < graph->stream_count; i++) {
        free(graph->streams[i].writers.list);
        free(graph->streams[i].readers.list);
    }
    free(graph->question.tasks.list);
    free(graph->streams);
    free(graph->tasks);
    free(graph->rings);
    arena_free(&graph->arena);
    memset(graph, 0, sizeof *graph);
}

struct script_task *script_graph_task(struct script_graph *graph)
{
    graph->tasks =
        memory_grow(graph->tasks, &graph->task_room, graph->task_count + 1, sizeof *graph->tasks);
    struct script_task *task = &graph->tasks[graph->task_count++];
    memset(task, 0, sizeof *task);
    return task;
}

struct script_stream *script_graph_stream(struct script_graph *graph)
{
    graph->streams = memory_grow(graph->streams, &graph->stream_room, graph->stream_count + 1,
                                 sizeof *graph->streams);
    struct script_stream *stream = &graph->streams[graph->stream_count++];
    memset(stream, 0, sizeof *stream);
    return stream;
}

void script_numbers_add(struct script_numbers *numbers, uint32_t number)
{
    numbers->list =
        memory_grow(numbers->list, &numbers->room, numbers->count + 1, sizeof *numbers->list);
    numbers->list[numbers->count++] = number;
}

static struct script_stream *stream_of(const struct script_graph *graph,
                                       const struct script_end *end)
{
    return end->kind == SCRIPT_END_STREAM ? &graph->streams[end->stream] : NULL;
}

struct script_stream *script_graph_in(const struct script_graph *graph, uint32_t task)
{
    return stream_of(graph, &graph->tasks[task].in);
}

struct script_stream *script_graph_out(const struct script_graph *graph, uint32_t task)
{
    return stream_of(graph, &graph->tasks[task].out);
}
