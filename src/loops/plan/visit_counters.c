/* visit_counters.c: see visit_counters.h */
#include "loops/plan/visit_counters.h"

#include "format/loops.h"
#include "util/memory.h"

#include <stdlib.h>

/* State of the search; `loop` is the current loop. */
struct search {
    const struct loops_shape *shape;
    uint32_t loop;
    bool *nodes, *inner; /* by node, by inner loop: it is an entry of the current loop */
    struct visit *found;
    uint32_t count;
    size_t room;
};

/* Returns the loop directly inside `loop` that contains a node; FLOW_NONE if there is none. */
static uint32_t inner_loop(const struct loops_shape *shape, uint32_t loop, uint32_t node)
{
    uint32_t inner = FLOW_NONE;
    for (uint32_t i = shape->loops.innermost[node]; i != loop; i = shape->loops.loops[i].parent)
        inner = i;
    return inner;
}

/* Marks the entries of the current loop, or takes the marks away. */
static void mark_entries(struct search *search, bool mark)
{
    const struct loops_shape *shape = search->shape;
    uint32_t end = shape->first_entry[search->loop + 1];
    for (uint32_t i = shape->first_entry[search->loop]; i < end; i++) {
        uint32_t node = shape->graph->edges[shape->entries[i]].to;
        uint32_t inner = inner_loop(shape, search->loop, node);
        *(inner == FLOW_NONE ? &search->nodes[node] : &search->inner[inner]) = mark;
    }
}

static void add(struct search *search, uint32_t edge, uint32_t part, bool is_new)
{
    search->found =
        memory_grow(search->found, &search->room, (size_t)search->count + 1, sizeof *search->found);
    search->found[search->count++] = (struct visit){edge, search->loop, part, is_new};
}

/* True for an exception: whoever notices that it landed knows which call threw it. */
static bool is_landing(const struct loops_shape *shape, uint32_t edge)
{
    return edge && shape->graph->edges[edge].kind == GRAPH_ENTER;
}

/* Adds the visits of the edges that lead to a node, if it is an entry. */
static void look_at(struct search *search, uint32_t node)
{
    const struct loops_shape *shape = search->shape;
    const struct loops_flow *flow = &shape->flow;
    uint32_t inner = inner_loop(shape, search->loop, node);
    if (inner == FLOW_NONE ? !search->nodes[node] : !search->inner[inner])
        return;
    for (uint32_t i = flow->first_in[node]; i < flow->first_in[node + 1]; i++) {
        uint32_t from = flow->edges[flow->in[i]].from, edge = shape->in_graph[flow->in[i]];
        bool is_new = from == GRAPH_OUTSIDE || !loops_flow_is_in(&shape->loops, from, search->loop);
        if (is_landing(shape, edge))
            continue;
        if (is_new || inner == FLOW_NONE || !loops_flow_is_in(&shape->loops, from, inner))
            add(search, edge, inner == FLOW_NONE ? node : inner + FORMAT_PART_LOOP, is_new);
    }
}

static int by_edge(const void *a, const void *b)
{
    const struct visit *left = a, *right = b;
    if (left->edge != right->edge)
        return left->edge < right->edge ? -1 : 1;
    return left->loop < right->loop ? -1 : 1;
}

struct visit *visits_find(const struct loops_shape *shape, uint32_t *count)
{
    struct search search = {
        .shape = shape,
        .nodes = memory_zeroed((size_t)shape->flow.count + 1, sizeof *search.nodes),
        .inner = memory_zeroed((size_t)shape->loops.count + 1, sizeof *search.inner)};
    for (uint32_t loop = 0; loop < shape->loops.count; loop++) {
        if (!loops_shape_has_entries(shape, loop))
            continue;
        search.loop = loop;
        mark_entries(&search, true);
        uint32_t end = shape->first_member[shape->loops.loops[loop].last + 1];
        for (uint32_t i = shape->first_member[loop]; i < end; i++)
            look_at(&search, shape->members[i]);
        mark_entries(&search, false);
    }
    if (search.count)
        qsort(search.found, search.count, sizeof *search.found, by_edge);
    free(search.nodes);
    free(search.inner);
    *count = search.count;
    return search.found;
}
