/* flow.c: see flow.h */
#include "loops/flow/flow.h"

#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Lists the edges by the node that they leave, or by the one that they enter. */
static void list(const struct loops_flow *flow, bool by_from, uint32_t **first, uint32_t **edges)
{
    *first = memory_zeroed(flow->count + 2, sizeof **first);
    *edges = memory_zeroed(flow->edge_count + 1, sizeof **edges);
    uint32_t *next = *first + 1;
    for (uint32_t i = 0; i < flow->edge_count; i++) {
        assert(flow->edges[i].from < flow->count && flow->edges[i].to < flow->count);
        next[(by_from ? flow->edges[i].from : flow->edges[i].to) + 1]++;
    }
    for (uint32_t i = 0; i < flow->count; i++)
        next[i + 1] += next[i];
    for (uint32_t i = 0; i < flow->edge_count; i++)
        (*edges)[next[by_from ? flow->edges[i].from : flow->edges[i].to]++] = i;
}

void loops_flow_begin(struct loops_flow *flow, uint32_t count, const struct loops_flow_edge *edges,
                      uint32_t edge_count)
{
    *flow = (struct loops_flow){.count = count, .edge_count = edge_count, .edges = edges};
    list(flow, true, &flow->first_out, &flow->out);
    list(flow, false, &flow->first_in, &flow->in);
}

void loops_flow_end(struct loops_flow *flow)
{
    free(flow->first_out);
    free(flow->out);
    free(flow->first_in);
    free(flow->in);
    *flow = (struct loops_flow){0};
}

/* Gives the next number to a node. */
static void meet(struct loops_flow_order *order, uint32_t node)
{
    order->number[node] = order->count;
    order->node[order->count++] = node;
}

void loops_flow_order_begin(struct loops_flow_order *order, const struct loops_flow *flow)
{
    size_t room = (size_t)flow->count + 1;
    *order = (struct loops_flow_order){
        .node = memory_zeroed(room, sizeof *order->node),
        .number = memory_zeroed(room, sizeof *order->number),
        .last = memory_zeroed(room, sizeof *order->last),
        .finished = memory_zeroed(room, sizeof *order->finished),
    };
    for (uint32_t i = 0; i < flow->count; i++)
        order->number[i] = FLOW_NONE;
    if (!flow->count)
        return;
    uint32_t *stack = memory_zeroed(room, sizeof *stack), *next = memory_zeroed(room, sizeof *next);
    uint32_t depth = 1, finished = 0;
    for (uint32_t i = 0; i < flow->count; i++)
        next[i] = flow->first_out[i];
    stack[0] = 0;
    meet(order, 0);
    while (depth) {
        uint32_t node = stack[depth - 1];
        if (next[node] == flow->first_out[node + 1]) {
            order->last[order->number[node]] = order->count - 1;
            order->finished[finished++] = node;
            depth--;
            continue;
        }
        uint32_t to = flow->edges[flow->out[next[node]++]].to;
        if (order->number[to] == FLOW_NONE) {
            meet(order, to);
            stack[depth++] = to;
        }
    }
    free(stack);
    free(next);
}

void loops_flow_order_end(struct loops_flow_order *order)
{
    free(order->node);
    free(order->number);
    free(order->last);
    free(order->finished);
    *order = (struct loops_flow_order){0};
}
