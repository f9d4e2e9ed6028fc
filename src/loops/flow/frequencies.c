/* frequencies.c: see frequencies.h */
#include "loops/flow/frequencies.h"

#include "util/memory.h"

#include <stdlib.h>

/* Trips of a loop per visit. */
static const float turns = 10;
/* Probabilities that a branch ... */
static const float stays = 0.9F;    /* stays in a loop that it could leave */
static const float enters = 0.7F;   /* enters a loop that it could skip */
static const float differs = 0.75F; /* finds two values that are not equal */
static const float moved = 0.2F;    /* goes to code that the compiler moved away */
static const float jumps = 0.52F;   /* of any other kind is taken. Above one half: a counter on the
                                     * other edge needs no jump of its own */
/* Visits by an exception, per visit of the function. */
static const float lands = 0.001F;
/* Lower limit, so that products do not become 0. */
static const float rarest = 1e-30F;

/* The edges that leave node n of the graph: all[first[n]] to before all[first[n + 1]]. */
struct edges {
    uint32_t *first, *all;
};

/* Lists the edges of a graph by the node that they leave. The caller frees both arrays. */
static struct edges list_edges(const struct loops_graph *graph)
{
    size_t nodes = (size_t)graph->block_count + 1;
    struct edges edges = {memory_zeroed(nodes + 2, sizeof *edges.first),
                          memory_zeroed((size_t)graph->edge_count + 1, sizeof *edges.all)};
    uint32_t *next = edges.first + 1;
    for (uint32_t i = 0; i < graph->edge_count; i++)
        next[graph->edges[i].from + 1]++;
    for (size_t i = 0; i < nodes; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 0; i < graph->edge_count; i++)
        edges.all[next[graph->edges[i].from]++] = i;
    return edges;
}

/* True if an edge leaves the innermost loop of its start. */
static bool is_left(const struct loops_shape *shape, uint32_t from, uint32_t to)
{
    uint32_t loop = shape->loops.innermost[from];
    return loop != FLOW_NONE && (to == GRAPH_OUTSIDE || !loops_flow_is_in(&shape->loops, to, loop));
}

static bool is_head(const struct loops_shape *shape, uint32_t node)
{
    uint32_t loop = node == GRAPH_OUTSIDE ? FLOW_NONE : shape->loops.innermost[node];
    return loop != FLOW_NONE && shape->loops.loops[loop].head == node;
}

/* True if an edge enters a loop at its head, maybe by a block that prepares the loop. */
static bool is_entered(const struct loops_shape *shape, const struct edges *edges, uint32_t from,
                       uint32_t to)
{
    if (!is_head(shape, to) && to != GRAPH_OUTSIDE && edges->first[to + 1] == edges->first[to] + 1)
        to = shape->graph->edges[edges->all[edges->first[to]]].to;
    return is_head(shape, to) && !loops_flow_is_in(&shape->loops, from, shape->loops.innermost[to]);
}

/* True if the compiler moved a block out of the way: a branch leads forward to it, and it ends with
 * a jump back. */
static bool is_moved(const struct loops_graph *graph, const struct loops_instruction *branch,
                     uint32_t node)
{
    if (node == GRAPH_OUTSIDE)
        return false;
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    const struct loops_instruction *first = &graph->instructions[block->first];
    const struct loops_instruction *last = &graph->instructions[block->end - 1];
    return first->address > branch->address && last->kind == INSTRUCTION_JUMP &&
           last->target < first->address;
}

/* Returns the probability that the branch at the end of a node is taken, by where its two edges
 * lead and what it compares. */
static float chance_of(const struct loops_shape *shape, const struct edges *edges, uint32_t node,
                       uint32_t taken, uint32_t next)
{
    const struct loops_graph *graph = shape->graph;
    bool taken_leaves = is_left(shape, node, taken), next_leaves = is_left(shape, node, next);
    if (taken_leaves != next_leaves)
        return taken_leaves ? 1 - stays : stays;
    bool taken_enters = is_entered(shape, edges, node, taken);
    bool next_enters = is_entered(shape, edges, node, next);
    if (taken_enters != next_enters)
        return taken_enters ? enters : 1 - enters;
    const struct loops_instruction *last = loops_graph_last(graph, node);
    if (is_moved(graph, last, taken))
        return moved;
    if (last->condition == INSTRUCTION_IF_EQUAL)
        return 1 - differs;
    if (last->condition == INSTRUCTION_IF_UNEQUAL)
        return differs;
    return jumps;
}

/* Distributes the visits of a node over its edges. */
static void divide(const struct loops_shape *shape, uint32_t node, const struct edges *edges,
                   float visits, float *frequencies)
{
    const struct loops_graph_edge *all = shape->graph->edges;
    const uint32_t *list = edges->all + edges->first[node];
    uint32_t count = 0, taken = UINT32_MAX, next = UINT32_MAX;
    for (uint32_t i = 0; i < edges->first[node + 1] - edges->first[node]; i++) {
        uint32_t kind = all[list[i]].kind;
        count += kind != GRAPH_LOST;
        taken = kind == GRAPH_TAKEN ? list[i] : taken;
        next = kind == GRAPH_NEXT ? list[i] : next;
    }
    bool is_branch = count == 2 && taken != UINT32_MAX && next != UINT32_MAX;
    float chance =
        is_branch ? chance_of(shape, edges, node, all[taken].to, all[next].to) : 1 / (float)count;
    for (uint32_t i = edges->first[node]; i < edges->first[node + 1]; i++) {
        uint32_t edge = edges->all[i];
        bool is_other = is_branch && edge == next;
        float share = visits * (is_other ? 1 - chance : chance);
        frequencies[edge] = all[edge].kind == GRAPH_LOST ? 0 : share > rarest ? share : rarest;
    }
}

/* Sets the frequencies of the edges into the function: its entry and its landing pads. */
static void enter(const struct loops_shape *shape, const struct edges *edges, float *frequencies)
{
    for (uint32_t i = edges->first[GRAPH_OUTSIDE]; i < edges->first[GRAPH_OUTSIDE + 1]; i++) {
        uint32_t edge = edges->all[i], to = shape->graph->edges[edge].to;
        bool is_pad = to != GRAPH_OUTSIDE && shape->graph->blocks[to - 1].is_pad;
        frequencies[edge] = is_pad ? lands : 1;
    }
}

float *loops_frequencies_find(const struct loops_shape *shape)
{
    const struct loops_graph *graph = shape->graph;
    const struct loops_flow_order *order = &shape->order;
    float *frequencies = memory_zeroed((size_t)graph->edge_count + 1, sizeof *frequencies);
    float *visits = memory_zeroed((size_t)graph->block_count + 1, sizeof *visits);
    struct edges edges = list_edges(graph);
    enter(shape, &edges, frequencies);
    for (uint32_t i = edges.first[GRAPH_OUTSIDE]; i < edges.first[GRAPH_OUTSIDE + 1]; i++)
        visits[graph->edges[edges.all[i]].to] += frequencies[edges.all[i]];
    for (uint32_t i = order->count; i-- > 0;) { /* back edges come too late to count: see `turns` */
        uint32_t node = order->finished[i], loop = shape->loops.innermost[node];
        if (node == GRAPH_OUTSIDE)
            continue;
        if (loop != FLOW_NONE && shape->loops.loops[loop].head == node)
            visits[node] *= turns;
        divide(shape, node, &edges, visits[node], frequencies);
        for (uint32_t k = edges.first[node]; k < edges.first[node + 1]; k++)
            visits[graph->edges[edges.all[k]].to] += frequencies[edges.all[k]];
    }
    free(edges.first);
    free(edges.all);
    free(visits);
    return frequencies;
}
