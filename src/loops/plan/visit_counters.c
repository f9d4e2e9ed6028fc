/* visit_counters.c: see visit_counters.h */
#include "loops/plan/visit_counters.h"

#include "util/memory.h"

#include <stdlib.h>

/* State of the search; `loop` is the current loop. */
struct search {
    const struct loops_shape *shape;
    uint32_t loop;
    uint32_t *of_node,
        *of_loop; /* by node, by inner loop: the number of the entry that it is; 0: none */
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

/* Returns where the entry number of a node, or of the inner loop around it, is stored. */
static uint32_t *number_at(struct search *search, uint32_t node)
{
    uint32_t inner = inner_loop(search->shape, search->loop, node);
    return inner == FLOW_NONE ? &search->of_node[node] : &search->of_loop[inner];
}

/* Numbers the entries of the current loop, or forgets their numbers. */
static void number_entries(struct search *search, bool forget)
{
    const struct loops_shape *shape = search->shape;
    uint32_t first = shape->first_entry[search->loop];
    for (uint32_t i = first; i < shape->first_entry[search->loop + 1]; i++) {
        uint32_t *number = number_at(search, shape->graph->edges[shape->entries[i]].to);
        if (forget || !*number)
            *number = forget ? 0 : i - first + 1;
    }
}

/* Adds a visit. All exceptions that land at a node share one edge of the graph; if one of them may
 * come from inside the loop, the edge counts as a visit, not as an entry. */
static void add(struct search *search, uint32_t edge, uint32_t number, bool is_new)
{
    struct visit *last = search->count ? &search->found[search->count - 1] : NULL;
    if (last && last->edge == edge && last->loop == search->loop) {
        last->is_new &= is_new;
        return;
    }
    search->found =
        memory_grow(search->found, &search->room, (size_t)search->count + 1, sizeof *search->found);
    search->found[search->count++] = (struct visit){edge, search->loop, number, is_new};
}

/* Adds the visits of the edges that lead to a node, if it is an entry. */
static void look_at(struct search *search, uint32_t node)
{
    const struct loops_shape *shape = search->shape;
    const struct loops_flow *flow = &shape->flow;
    uint32_t number = *number_at(search, node);
    if (!number)
        return;
    uint32_t inner = inner_loop(shape, search->loop, node);
    for (uint32_t i = flow->first_in[node]; i < flow->first_in[node + 1]; i++) {
        uint32_t from = flow->edges[flow->in[i]].from, edge = shape->in_graph[flow->in[i]];
        bool is_new = from == GRAPH_OUTSIDE || !loops_flow_is_in(&shape->loops, from, search->loop);
        if (is_new || inner == FLOW_NONE || !loops_flow_is_in(&shape->loops, from, inner))
            add(search, edge, number, is_new);
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
        .of_node = memory_zeroed((size_t)shape->flow.count + 1, sizeof *search.of_node),
        .of_loop = memory_zeroed((size_t)shape->loops.count + 1, sizeof *search.of_loop)};
    for (uint32_t loop = 0; loop < shape->loops.count; loop++) {
        if (!shape->loops.loops[loop].irreducible)
            continue;
        search.loop = loop;
        number_entries(&search, false);
        uint32_t end = shape->first_member[shape->loops.loops[loop].last + 1];
        for (uint32_t i = shape->first_member[loop]; i < end; i++)
            look_at(&search, shape->members[i]);
        number_entries(&search, true);
    }
    if (search.count)
        qsort(search.found, search.count, sizeof *search.found, by_edge);
    free(search.of_node);
    free(search.of_loop);
    *count = search.count;
    return search.found;
}
