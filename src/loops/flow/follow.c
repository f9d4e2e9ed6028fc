/* follow.c: see follow.h */
#include "loops/flow/follow.h"

#include "loops/binary/binary.h"
#include "util/memory.h"

#include <assert.h>
#include <stdlib.h>

void follow_give_up(struct follow *follow, uint64_t at, const char *why)
{
    if (!follow->graph->why) {
        follow->graph->why = why;
        follow->graph->why_at = at;
    }
}

struct range *follow_range(struct follow *follow, uint64_t address)
{
    for (size_t i = 0; i < follow->range_count; i++) {
        if (address >= follow->ranges[i].start && address < follow->ranges[i].end)
            return &follow->ranges[i];
    }
    return NULL;
}

void follow_add_range(struct follow *follow, const struct loops_binary_function *function)
{
    follow->ranges = memory_grow(follow->ranges, &follow->range_room, follow->range_count + 1,
                                 sizeof *follow->ranges);
    size_t size = (size_t)(function->end - function->start);
    follow->ranges[follow->range_count++] =
        (struct range){function->start, function->end, memory_zeroed(size + 1, 1),
                       memory_zeroed(size + 1, sizeof(uint32_t))};
}

void follow_lead_to(struct follow *follow, uint64_t address, unsigned marks)
{
    struct range *range = follow_range(follow, address);
    assert(range);
    uint8_t *mark = &range->marks[address - range->start];
    if (!(*mark & (MARK_REACHED | MARK_LEADER))) {
        follow->open = memory_grow(follow->open, &follow->open_room, follow->open_count + 1,
                                   sizeof *follow->open);
        follow->open[follow->open_count++] = address;
    }
    *mark |= (uint8_t)(MARK_LEADER | marks);
}

void follow_lead_to_pads(struct follow *follow, const struct loops_binary_function *function)
{
    for (uint32_t i = 0; i < function->pad_count; i++) {
        uint64_t pad = follow->binary->pads[function->first_pad + i].address;
        if (follow_is_own(follow, pad))
            follow_lead_to(follow, pad, MARK_PAD);
        else
            follow_give_up(follow, pad, "an exception lands outside of it");
    }
}

bool follow_is_own(struct follow *follow, uint64_t address)
{
    if (follow_range(follow, address))
        return true;
    const struct loops_binary_function *other = loops_binary_function_at(follow->binary, address);
    if (!other || !(other->sources & BINARY_COLD))
        return false;
    follow_add_range(follow, other);
    follow_lead_to_pads(follow, other);
    return true;
}

uint32_t follow_node_at(struct follow *follow, uint64_t address)
{
    const struct range *range = follow_range(follow, address);
    return range ? range->numbers[address - range->start] : GRAPH_OUTSIDE;
}

void follow_add_edge(struct follow *follow, uint32_t from, uint32_t to, enum loops_graph_kind kind)
{
    struct loops_graph *graph = follow->graph;
    graph->edges =
        memory_grow(graph->edges, &follow->edge_room, graph->edge_count + 1, sizeof *graph->edges);
    graph->edges[graph->edge_count++] = (struct loops_graph_edge){from, to, kind};
}
