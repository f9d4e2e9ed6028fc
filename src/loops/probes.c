/* probes.c: see probes.h */
#include "loops/probes.h"

#include "util/memory.h"

#include <stdlib.h>

enum { LARGEST_STEP = 4095 }; /* that fits into one instruction */

/* A loop's registers, as far as they can be used. */
static void find_inductions(struct probes *probes, const struct shape *shape)
{
    probes->inductions = memory_zeroed((size_t)shape->loops.count + 1, sizeof *probes->inductions);
    for (uint32_t i = 0; i < shape->loops.count; i++) {
        probes->inductions[i] = induction_find(shape, i);
        if (llabs(probes->inductions[i].step) > LARGEST_STEP)
            probes->inductions[i].number = INSTRUCTION_NO_REGISTER;
    }
}

static bool has_register(const struct probes *probes, uint32_t loop)
{
    return probes->inductions[loop].number != INSTRUCTION_NO_REGISTER;
}

/* The loop that an edge goes on with; FLOW_NONE: it does not lead back to a head. */
static uint32_t loop_of_back_edge(const struct shape *shape, const struct graph_edge *edge)
{
    if (edge->from == GRAPH_OUTSIDE || edge->to == GRAPH_OUTSIDE)
        return FLOW_NONE;
    uint32_t loop = shape->loops.innermost[edge->to];
    bool is_head = loop != FLOW_NONE && shape->loops.loops[loop].head == edge->to;
    return is_head && flow_is_in(&shape->loops, edge->from, loop) ? loop : FLOW_NONE;
}

/* How often an edge is taken, about: ten times in a loop; where there is a choice, half of it. */
static float weight_of(const struct shape *shape, const struct graph_edge *edge)
{
    uint32_t from = shape->loops.innermost[edge->from], to = shape->loops.innermost[edge->to];
    uint32_t depth_from = from == FLOW_NONE ? 0 : shape->loops.loops[from].depth;
    uint32_t depth_to = to == FLOW_NONE ? 0 : shape->loops.loops[to].depth;
    uint32_t depth = depth_from < depth_to ? depth_from : depth_to;
    float weight = edge->kind == GRAPH_BACK ? 1 : 0.5F;
    for (uint32_t i = 0; i < depth && i < 20; i++)
        weight *= 10;
    return weight;
}

static void place_counters(struct probes *probes, const struct shape *shape)
{
    const struct graph *graph = shape->graph;
    size_t room = (size_t)graph->edge_count + 1;
    struct counters_edge *edges = memory_zeroed(room, sizeof *edges);
    probes->counter = memory_zeroed(room, sizeof *probes->counter);
    probes->step = memory_zeroed(room, sizeof *probes->step);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        uint32_t loop = loop_of_back_edge(shape, edge);
        bool told = loop != FLOW_NONE && has_register(probes, loop);
        edges[i] = (struct counters_edge){edge->from, edge->to,
                                          edge->kind == GRAPH_LOST ? COUNTERS_KNOWN
                                          : told                   ? COUNTERS_MUST
                                                                   : COUNTERS_FREE,
                                          weight_of(shape, edge)};
        probes->step[i] = told ? (uint32_t)llabs(probes->inductions[loop].step) : 1;
    }
    probes->counters =
        counters_place(edges, graph->edge_count, graph->block_count + 1, probes->counter);
    free(edges);
}

/* By loop: the counter of its way back. */
static uint32_t *counters_of_loops(const struct probes *probes, const struct shape *shape)
{
    uint32_t *counters = memory_zeroed((size_t)shape->loops.count + 1, sizeof *counters);
    for (uint32_t i = 0; i < shape->graph->edge_count; i++) {
        uint32_t loop = loop_of_back_edge(shape, &shape->graph->edges[i]);
        if (loop != FLOW_NONE)
            counters[loop] = probes->counter[i];
    }
    return counters;
}

static void add(struct probes *probes, size_t *room, struct probe probe)
{
    probes->all = memory_grow(probes->all, room, (size_t)probes->count + 1, sizeof *probes->all);
    probes->all[probes->count++] = probe;
}

/* Loops that have a register, around `node` but not around `other`. */
static void add_loops(struct probes *probes, size_t *room, const struct shape *shape, uint32_t node,
                      uint32_t other, enum probe_kind kind, const uint32_t *counters,
                      const uint32_t *cells)
{
    uint32_t loop = node == GRAPH_OUTSIDE ? FLOW_NONE : shape->loops.innermost[node];
    for (; loop != FLOW_NONE; loop = shape->loops.loops[loop].parent) {
        if (!has_register(probes, loop))
            continue;
        if (other != GRAPH_OUTSIDE && flow_is_in(&shape->loops, other, loop))
            continue;
        bool before =
            kind == PROBE_ADD && !induction_is_behind(shape, &probes->inductions[loop], node);
        add(probes, room,
            (struct probe){kind, counters[loop], cells[loop], probes->inductions[loop], before});
    }
}

void probes_begin(struct probes *probes, const struct shape *shape)
{
    const struct graph *graph = shape->graph;
    size_t room = 0;
    *probes = (struct probes){0};
    find_inductions(probes, shape);
    place_counters(probes, shape);
    uint32_t *counters = counters_of_loops(probes, shape);
    uint32_t *cells = memory_zeroed((size_t)shape->loops.count + 1, sizeof *cells);
    for (uint32_t i = 0; i < shape->loops.count; i++)
        cells[i] = has_register(probes, i) ? probes->cells++ : 0;
    probes->first = memory_zeroed((size_t)graph->edge_count + 2, sizeof *probes->first);
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        uint32_t loop = loop_of_back_edge(shape, edge);
        bool told = loop != FLOW_NONE && has_register(probes, loop);
        probes->first[i] = probes->count;
        add_loops(probes, &room, shape, edge->from, edge->to, PROBE_ADD, counters, cells);
        add_loops(probes, &room, shape, edge->to, edge->from, PROBE_NOTE, counters, cells);
        if (probes->counter[i] != COUNTERS_NONE && !told)
            add(probes, &room, (struct probe){.kind = PROBE_COUNT, .counter = probes->counter[i]});
    }
    probes->first[graph->edge_count] = probes->count;
    free(counters);
    free(cells);
}

void probes_end(struct probes *probes)
{
    free(probes->all);
    free(probes->first);
    free(probes->counter);
    free(probes->step);
    free(probes->inductions);
    *probes = (struct probes){0};
}
