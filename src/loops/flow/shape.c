/* shape.c: see shape.h */
#include "loops/flow/shape.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Turns the lengths of lists into their beginnings, and returns the sum of the lengths. Lists are
 * made in two passes, with next = first + 1: the first pass counts the elements of list i in next[i
 * + 1]; after this function, the second pass puts each element of list i at next[i]++. Then
 * first[i] is the beginning of list i. */
static uint32_t sum_up(uint32_t *next, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        next[i + 1] += next[i];
    return next[count];
}

/* Lists the nodes of each loop, by innermost loop. */
static void list_members(struct loops_shape *shape)
{
    const struct loops_flow_loops *loops = &shape->loops;
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

/* True if an edge that ends in a loop enters it from outside. */
static bool enters(const struct loops_shape *shape, uint32_t edge, uint32_t loop)
{
    const struct loops_flow *flow = &shape->flow;
    const struct loops_graph_edge *found = &shape->graph->edges[edge];
    if (found->from != GRAPH_OUTSIDE)
        return !loops_flow_is_in(&shape->loops, found->from, loop);
    for (uint32_t i = flow->first_in[found->to]; i < flow->first_in[found->to + 1]; i++) {
        uint32_t from = flow->edges[flow->in[i]].from;
        if (shape->in_graph[flow->in[i]] == edge && !loops_flow_is_in(&shape->loops, from, loop))
            return true;
    }
    return false;
}

/* True if an edge that begins in a loop leaves it. */
static bool leaves(const struct loops_shape *shape, uint32_t edge, uint32_t loop)
{
    uint32_t to = shape->graph->edges[edge].to;
    return to == GRAPH_OUTSIDE || !loops_flow_is_in(&shape->loops, to, loop);
}

/* Adds an edge to the list of each loop that it enters, or leaves; without `list`, counts it. */
static void list_edge(const struct loops_shape *shape, uint32_t edge, bool into, uint32_t *next,
                      uint32_t *list)
{
    const struct loops_flow_loops *loops = &shape->loops;
    const struct loops_graph_edge *found = &shape->graph->edges[edge];
    uint32_t inner = into ? found->to : found->from;
    uint32_t loop = inner == GRAPH_OUTSIDE ? FLOW_NONE : loops->innermost[inner];
    while (loop != FLOW_NONE && (into ? enters : leaves)(shape, edge, loop)) {
        if (list)
            list[next[loop]++] = edge;
        else
            next[loop + 1]++;
        loop = loops->loops[loop].parent;
    }
}

/* Lists the edges that enter, or leave, each loop. */
static void list_edges(const struct loops_shape *shape, bool into, uint32_t **first,
                       uint32_t **list)
{
    *first = memory_zeroed((size_t)shape->loops.count + 2, sizeof **first);
    uint32_t *next = *first + 1;
    uint32_t count = shape->loops.count ? shape->graph->edge_count : 0;
    for (uint32_t i = 0; i < count; i++)
        list_edge(shape, i, into, next, NULL);
    *list = memory_zeroed((size_t)sum_up(next, shape->loops.count) + 1, sizeof **list);
    for (uint32_t i = 0; i < count; i++)
        list_edge(shape, i, into, next, *list);
}

static void add(struct loops_shape *shape, uint32_t *count, struct loops_flow_edge edge,
                uint32_t in_graph)
{
    shape->in_graph[*count] = in_graph;
    shape->edges[(*count)++] = edge;
}

/* Adds all edges but those to landing pads, which are noted in `landing`, by node. Returns true if
 * there are any. */
static bool add_plain(struct loops_shape *shape, uint32_t *count, uint32_t *landing)
{
    const struct loops_graph *graph = shape->graph;
    bool lands = false;
    for (uint32_t i = 0; i <= graph->block_count; i++)
        landing[i] = FLOW_NONE;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (i && edge->kind == GRAPH_ENTER)
            landing[edge->to] = i;
        else if (edge->to != GRAPH_OUTSIDE)
            add(shape, count, (struct loops_flow_edge){edge->from, edge->to}, i);
        lands |= i && edge->kind == GRAPH_ENTER;
    }
    return lands;
}

/* Makes the flow and its order from the first `count` edges. */
static void find_order(struct loops_shape *shape, uint32_t count)
{
    loops_flow_order_end(&shape->order);
    loops_flow_end(&shape->flow);
    loops_flow_begin(&shape->flow, shape->graph->block_count + 1, shape->edges, count);
    loops_flow_order_begin(&shape->order, &shape->flow);
}

/* Adds the edges to landing pads: from the calls that may throw; from outside if no such call is
 * known, or if the landing pad could not be reached otherwise. */
static void add_landings(struct loops_shape *shape, uint32_t count, const uint32_t *landing)
{
    const struct loops_graph *graph = shape->graph;
    bool *thrown = memory_zeroed((size_t)graph->block_count + 1, sizeof *thrown);
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        uint32_t pad = graph->blocks[node - 1].pad;
        shape->is_handler[node] = shape->order.number[node] == FLOW_NONE;
        if (pad == GRAPH_OUTSIDE || landing[pad] == FLOW_NONE)
            continue;
        add(shape, &count, (struct loops_flow_edge){node, pad}, landing[pad]);
        thrown[pad] = true;
    }
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        if (!thrown[node] && landing[node] != FLOW_NONE)
            add(shape, &count, (struct loops_flow_edge){GRAPH_OUTSIDE, node}, landing[node]);
    }
    free(thrown);
    find_order(shape, count);
    if (shape->order.count == shape->flow.count)
        return;
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        if (shape->order.number[node] == FLOW_NONE && landing[node] != FLOW_NONE)
            add(shape, &count, (struct loops_flow_edge){GRAPH_OUTSIDE, node}, landing[node]);
    }
    find_order(shape, count);
}

static void take_edges(struct loops_shape *shape)
{
    const struct loops_graph *graph = shape->graph;
    size_t nodes = (size_t)graph->block_count + 1, room = graph->edge_count + 2 * nodes;
    uint32_t *landing = memory_zeroed(nodes, sizeof *landing);
    shape->edges = memory_zeroed(room, sizeof *shape->edges);
    shape->in_graph = memory_zeroed(room, sizeof *shape->in_graph);
    shape->is_handler = memory_zeroed(nodes, sizeof *shape->is_handler);
    uint32_t count = 0;
    bool lands = add_plain(shape, &count, landing);
    find_order(shape, count);
    if (lands)
        add_landings(shape, count, landing);
    free(landing);
}

void loops_shape_begin(struct loops_shape *shape, const struct loops_graph *graph)
{
    *shape = (struct loops_shape){.graph = graph};
    assert(!graph->why && graph->block_count);
    take_edges(shape);
    loops_flow_loops_begin(&shape->loops, &shape->flow, &shape->order);
    if (shape->loops.count) /* most functions have none */
        shape->dominators = loops_flow_dominators(&shape->flow, &shape->order);
    list_members(shape);
    list_edges(shape, true, &shape->first_entry, &shape->entries);
    list_edges(shape, false, &shape->first_exit, &shape->exits);
}

void loops_shape_end(struct loops_shape *shape)
{
    loops_flow_loops_end(&shape->loops);
    loops_flow_order_end(&shape->order);
    loops_flow_end(&shape->flow);
    free(shape->edges);
    free(shape->dominators);
    free(shape->is_handler);
    free(shape->in_graph);
    free(shape->members);
    free(shape->first_member);
    free(shape->entries);
    free(shape->first_entry);
    free(shape->exits);
    free(shape->first_exit);
    *shape = (struct loops_shape){0};
}

bool loops_shape_has_entries(const struct loops_shape *shape, uint32_t loop)
{
    const struct loops_flow_loop *found = &shape->loops.loops[loop];
    return found->irreducible && !shape->graph->blocks[found->head - 1].is_hub;
}

bool loops_shape_dominates(const struct loops_shape *shape, uint32_t above, uint32_t node)
{
    while (node != FLOW_NONE && node != above)
        node = shape->dominators[node];
    return node == above;
}
