/* shape.c: all that is known of the flow of a function, put together. */
#include "loops/induction.h"

#include "util/memory.h"

#include <stdlib.h>

/* Lists are made in two passes: first their lengths are counted, one place further on, so that they
 * become the places where they begin, then those are where the next element goes. */
static uint32_t sum_up(uint32_t *next, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        next[i + 1] += next[i];
    return next[count];
}

static void list_members(struct shape *shape)
{
    const struct flow_loops *loops = &shape->loops;
    shape->members = memory_zeroed((size_t)shape->flow.count + 1, sizeof *shape->members);
    shape->first_member = memory_zeroed((size_t)loops->count + 2, sizeof *shape->first_member);
    uint32_t *next = shape->first_member + 1;
    for (uint32_t i = 0; i < shape->flow.count; i++) {
        if (loops->innermost[i] != FLOW_NONE)
            next[loops->innermost[i] + 1]++;
    }
    sum_up(next, loops->count);
    for (uint32_t i = 0; i < shape->flow.count; i++) {
        if (loops->innermost[i] != FLOW_NONE)
            shape->members[next[loops->innermost[i]]++] = i;
    }
}

/* Goes through the loops that an edge leads into, or out of. */
static void list_edge(const struct shape *shape, uint32_t edge, bool into, uint32_t *next,
                      uint32_t *list)
{
    const struct flow_loops *loops = &shape->loops;
    const struct graph_edge *found = &shape->graph->edges[edge];
    uint32_t inner = into ? found->to : found->from, outer = into ? found->from : found->to;
    uint32_t loop = inner == GRAPH_OUTSIDE ? FLOW_NONE : loops->innermost[inner];
    while (loop != FLOW_NONE && (outer == GRAPH_OUTSIDE || !flow_is_in(loops, outer, loop))) {
        if (list)
            list[next[loop]++] = edge;
        else
            next[loop + 1]++;
        loop = loops->loops[loop].parent;
    }
}

static void list_edges(const struct shape *shape, bool into, uint32_t **first, uint32_t **list)
{
    *first = memory_zeroed((size_t)shape->loops.count + 2, sizeof **first);
    uint32_t *next = *first + 1;
    for (uint32_t i = 0; i < shape->graph->edge_count; i++)
        list_edge(shape, i, into, next, NULL);
    *list = memory_zeroed((size_t)sum_up(next, shape->loops.count) + 1, sizeof **list);
    for (uint32_t i = 0; i < shape->graph->edge_count; i++)
        list_edge(shape, i, into, next, *list);
}

void shape_begin(struct shape *shape, const struct graph *graph)
{
    uint32_t count = 0;
    *shape = (struct shape){.graph = graph};
    shape->edges = memory_zeroed((size_t)graph->edge_count + 1, sizeof *shape->edges);
    shape->in_graph = memory_zeroed((size_t)graph->edge_count + 1, sizeof *shape->in_graph);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (graph->edges[i].to == GRAPH_OUTSIDE)
            continue;
        shape->in_graph[count] = i;
        shape->edges[count++] = (struct flow_edge){graph->edges[i].from, graph->edges[i].to};
    }
    flow_begin(&shape->flow, graph->block_count + 1, shape->edges, count);
    flow_order_begin(&shape->order, &shape->flow);
    flow_loops_begin(&shape->loops, &shape->flow, &shape->order);
    shape->dominators = flow_dominators(&shape->flow, &shape->order);
    list_members(shape);
    list_edges(shape, true, &shape->first_entry, &shape->entries);
    list_edges(shape, false, &shape->first_exit, &shape->exits);
}

void shape_end(struct shape *shape)
{
    flow_loops_end(&shape->loops);
    flow_order_end(&shape->order);
    flow_end(&shape->flow);
    free(shape->edges);
    free(shape->dominators);
    free(shape->in_graph);
    free(shape->members);
    free(shape->first_member);
    free(shape->entries);
    free(shape->first_entry);
    free(shape->exits);
    free(shape->first_exit);
    *shape = (struct shape){0};
}

bool shape_dominates(const struct shape *shape, uint32_t above, uint32_t node)
{
    while (node != FLOW_NONE && node != above)
        node = shape->dominators[node];
    return node == above;
}
