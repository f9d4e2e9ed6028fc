/* dominators.c: finds the immediate dominators of the nodes of a flow graph.
 *
 * The algorithm is that of Keith Cooper, Timothy Harvey, Ken Kennedy: "A simple, fast dominance
 * algorithm" (2001). The dominator of a node is the nearest common dominator of its predecessors;
 * this is repeated until nothing changes. */
#include "loops/flow/flow.h"

#include "util/memory.h"

#include <stdlib.h>

/* Returns the nearest common dominator of two nodes. Nodes are positions in postorder, where a
 * dominator comes after the nodes that it dominates. */
static uint32_t common(const uint32_t *dominator, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (a < b)
            a = dominator[a];
        while (b < a)
            b = dominator[b];
    }
    return a;
}

/* Returns the nearest common dominator of the predecessors of a node, as far as these are known;
 * FLOW_NONE if none is. */
static uint32_t meeting(const struct loops_flow *flow, const uint32_t *position,
                        const uint32_t *dominator, uint32_t node)
{
    uint32_t found = FLOW_NONE;
    for (uint32_t i = flow->first_in[node]; i < flow->first_in[node + 1]; i++) {
        uint32_t from = position[flow->edges[flow->in[i]].from];
        if (from == FLOW_NONE || dominator[from] == FLOW_NONE)
            continue;
        found = found == FLOW_NONE ? from : common(dominator, found, from);
    }
    return found;
}

uint32_t *loops_flow_dominators(const struct loops_flow *flow, const struct loops_flow_order *order)
{
    size_t room = (size_t)flow->count + 1;
    uint32_t *position = memory_zeroed(room, sizeof *position);
    uint32_t *dominator = memory_zeroed(room, sizeof *dominator); /* by position in postorder */
    uint32_t *result = memory_zeroed(room, sizeof *result);
    for (uint32_t i = 0; i < flow->count; i++)
        position[i] = dominator[i] = result[i] = FLOW_NONE;
    for (uint32_t i = 0; i < order->count; i++)
        position[order->finished[i]] = i;
    uint32_t first = order->count - 1; /* the position of node 0, which is left last */
    if (order->count)
        dominator[first] = first;
    for (bool changed = order->count > 1; changed;) {
        changed = false;
        for (uint32_t i = first; i-- > 0;) {
            uint32_t found = meeting(flow, position, dominator, order->finished[i]);
            changed |= dominator[i] != found;
            dominator[i] = found;
        }
    }
    for (uint32_t i = 0; order->count && i < first; i++)
        result[order->finished[i]] = order->finished[dominator[i]];
    free(position);
    free(dominator);
    return result;
}
