/* counters.c: see counters.h */
#include "loops/plan/counters.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Returns the tree that a node is in (union-find with path halving). */
static uint32_t find(uint32_t *joined, uint32_t node)
{
    while (joined[node] != node)
        node = joined[node] = joined[joined[node]];
    return node;
}

/* An edge and its estimated frequency, to be sorted. */
struct weighed {
    float weight;
    uint32_t edge;
};

static int heaviest_first(const void *a, const void *b)
{
    const struct weighed *left = a, *right = b;
    if (left->weight != right->weight)
        return left->weight > right->weight ? -1 : 1;
    return left->edge < right->edge ? -1 : 1;
}

uint32_t counters_place(const struct counters_edge *edges, uint32_t count, uint32_t nodes,
                        uint32_t *counter)
{
    uint32_t *joined = memory_zeroed((size_t)nodes + 1, sizeof *joined), used = 0, size = 0;
    struct weighed *order = memory_zeroed((size_t)count + 1, sizeof *order);
    for (uint32_t i = 0; i < nodes; i++)
        joined[i] = i;
    for (uint32_t i = 0; i < count; i++) {
        counter[i] = COUNTERS_NONE;
        if (edges[i].how == COUNTERS_FREE)
            order[size++] = (struct weighed){edges[i].weight, i};
        else if (edges[i].how == COUNTERS_MUST)
            counter[i] = used++;
    }
    qsort(order, size, sizeof *order, heaviest_first);
    for (uint32_t i = 0; i < size; i++) {
        const struct counters_edge *edge = &edges[order[i].edge];
        assert(edge->from < nodes && edge->to < nodes);
        uint32_t from = find(joined, edge->from), to = find(joined, edge->to);
        if (from == to)
            counter[order[i].edge] = used++;
        else
            joined[from] = to;
    }
    free(order);
    free(joined);
    return used;
}
