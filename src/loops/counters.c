/* counters.c: see counters.h */
#include "loops/counters.h"

#include "util/memory.h"

#include <stdlib.h>

static uint32_t find(uint32_t *joined, uint32_t node)
{
    while (joined[node] != node)
        node = joined[node] = joined[joined[node]];
    return node;
}

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

/* What is known of a node: how many of its edges are open, which (their numbers xored: the last one
 * that is left), and how often it is entered more than left by the others. */
struct balance {
    uint32_t open, edges;
    uint64_t surplus;
};

static void settle(struct balance *balances, const struct counters_edge *edge, uint32_t number,
                   uint64_t taken)
{
    balances[edge->to].surplus += taken;
    balances[edge->from].surplus -= taken;
    balances[edge->to].open--;
    balances[edge->from].open--;
    balances[edge->to].edges ^= number;
    balances[edge->from].edges ^= number;
}

bool counters_solve(const struct counters_edge *edges, uint32_t count, uint32_t nodes,
                    const uint32_t *counter, const uint64_t *values, uint64_t *taken)
{
    struct balance *balances = memory_zeroed((size_t)nodes + 1, sizeof *balances);
    uint32_t *ready = memory_zeroed((size_t)nodes + 1, sizeof *ready), ready_count = 0;
    bool good = true;
    for (uint32_t i = 0; i < count; i++) {
        balances[edges[i].from].open++;
        balances[edges[i].to].open++;
        balances[edges[i].from].edges ^= i;
        balances[edges[i].to].edges ^= i;
    }
    for (uint32_t i = 0; i < count; i++) {
        if (counter[i] != COUNTERS_NONE)
            taken[i] = values[counter[i]];
        if (counter[i] != COUNTERS_NONE || edges[i].how == COUNTERS_KNOWN)
            settle(balances, &edges[i], i, taken[i]);
    }
    for (uint32_t i = 0; i < nodes; i++) {
        if (balances[i].open == 1)
            ready[ready_count++] = i;
    }
    while (ready_count) {
        const struct balance *balance = &balances[ready[--ready_count]];
        if (balance->open != 1)
            continue;
        uint32_t number = balance->edges, node = ready[ready_count];
        const struct counters_edge *edge = &edges[number];
        uint32_t other = edge->from == node ? edge->to : edge->from;
        uint64_t found = edge->from == node ? balance->surplus : 0 - balance->surplus;
        settle(balances, edge, number, found);
        good &= found <= INT64_MAX;
        taken[number] = found <= INT64_MAX ? found : 0;
        if (balances[other].open == 1)
            ready[ready_count++] = other;
    }
    free(ready);
    free(balances);
    return good;
}
