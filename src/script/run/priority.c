/* priority.c: see priority.h */
#include "script/run/priority.h"

#include "util/memory.h"

#include <stdlib.h>

enum { NEW, OPEN, CLOSED };

/* Nodes are tasks, then streams. A node's rank is known when it is closed. */
struct walk {
    const struct script_graph *graph;
    const uint32_t *successors, *starts;
    double *ranks;
    unsigned char *states;
    struct walk_step {
        uint32_t node, next;
    } * path;
    size_t depth, room;
};

/* Returns the next-th node that follows from a node; SCRIPT_NONE: there are no more. */
static uint32_t follower(const struct walk *walk, uint32_t node, uint32_t next)
{
    const struct script_graph *graph = walk->graph;
    uint32_t tasks = (uint32_t)graph->task_count;
    if (node >= tasks) {
        const struct script_numbers *readers = &graph->streams[node - tasks].readers;
        return next < readers->count ? readers->list[next] : SCRIPT_NONE;
    }
    uint32_t count = walk->starts[node + 1] - walk->starts[node];
    if (next < count)
        return walk->successors[walk->starts[node] + next];
    const struct script_task *task = &graph->tasks[node];
    const struct script_end *ends[] = {&task->out, &task->err};
    for (uint32_t i = 0, left = next - count; i < 2; i++) {
        if (ends[i]->kind == SCRIPT_END_STREAM && left-- == 0)
            return tasks + ends[i]->stream;
    }
    return SCRIPT_NONE;
}

static void enter(struct walk *walk, uint32_t node)
{
    walk->states[node] = OPEN;
    walk->path = memory_grow(walk->path, &walk->room, walk->depth + 1, sizeof *walk->path);
    walk->path[walk->depth++] = (struct walk_step){node, 0};
}

static void visit(struct walk *walk, uint32_t root)
{
    enter(walk, root);
    while (walk->depth) {
        struct walk_step *step = &walk->path[walk->depth - 1];
        uint32_t node = step->node, next = follower(walk, node, step->next);
        if (next == SCRIPT_NONE) {
            if (node < walk->graph->task_count)
                walk->ranks[node] += walk->graph->tasks[node].cost;
            walk->states[node] = CLOSED;
            walk->depth--;
        } else if (walk->states[next] == NEW) {
            enter(walk, next);
        } else { /* one that is open closes a cycle of streams */
            if (walk->states[next] == CLOSED && walk->ranks[next] > walk->ranks[node])
                walk->ranks[node] = walk->ranks[next];
            step->next++;
        }
    }
}

double *priority_ranks(const struct script_graph *graph, const uint32_t *successors,
                       const uint32_t *starts)
{
    size_t count = graph->task_count + graph->stream_count;
    struct walk walk = {.graph = graph, .successors = successors, .starts = starts};
    bool any = false;
    for (size_t i = 0; i < graph->task_count; i++)
        any |= graph->tasks[i].cost > 0;
    if (!any)
        return NULL;
    walk.ranks = memory_zeroed(count + 1, sizeof *walk.ranks);
    walk.states = memory_zeroed(count + 1, 1);
    for (uint32_t i = 0; i < graph->task_count; i++) {
        if (walk.states[i] == NEW)
            visit(&walk, i);
    }
    free(walk.states);
    free(walk.path);
    return walk.ranks;
}
