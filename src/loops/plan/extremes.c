/* extremes.c: see extremes.h */
#include "loops/plan/extremes.h"

#include "loops/plan/counters.h"
#include "util/memory.h"

#include <stdlib.h>

enum {
    MOST_VALUES = 3900, /* limit of the values of a node, with extremes: aarch64 reaches 4,000 */
    MOST_PROBES = 2000, /* limit of edges into and out of loops: a probe takes some 25 words */
    MOST_INSTRUCTIONS = 30000, /* limit of instructions of a function */
};

/* True if an edge of the graph is that of an exception, which lands. */
static bool lands(const struct loops_shape *shape, uint32_t edge)
{
    return edge && shape->graph->edges[edge].kind == GRAPH_ENTER;
}

/* True if an exception enters a loop from outside, or leads back to its head. */
static bool has_landings(const struct loops_shape *shape, uint32_t loop)
{
    const struct loops_flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head;
    for (uint32_t i = shape->first_entry[loop]; i < shape->first_entry[loop + 1]; i++) {
        if (lands(shape, shape->entries[i]))
            return true;
    }
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        if (lands(shape, shape->in_graph[flow->in[i]]))
            return true;
    }
    return false;
}

static bool has_calls(const struct loops_shape *shape, uint32_t loop)
{
    const struct loops_graph *graph = shape->graph;
    uint32_t end = shape->first_member[shape->loops.loops[loop].last + 1];
    for (uint32_t i = shape->first_member[loop]; i < end; i++) {
        const struct loops_graph_block *block = &graph->blocks[shape->members[i] - 1];
        const struct loops_instruction *last = &graph->instructions[block->end - 1];
        if (loops_instruction_is_call(last) && !last->is_quiet)
            return true;
    }
    return false;
}

/* Returns the number of edges on which a loop is left, but for calls that do not return. */
static uint32_t count_exits(const struct loops_shape *shape, uint32_t loop)
{
    uint32_t count = 0;
    for (uint32_t i = shape->first_exit[loop]; i < shape->first_exit[loop + 1]; i++)
        count += shape->graph->edges[shape->exits[i]].kind != GRAPH_LOST;
    return count;
}

uint32_t loops_extremes_values(const struct loops_extremes *extremes)
{
    uint32_t visit = extremes->is_told ? 0
                     : extremes->calls ? FORMAT_VISIT_VALUES
                                       : FORMAT_VISIT_BASE + 1;
    return extremes->exits ? FORMAT_EXTREME_VALUES * extremes->exits + visit : 0;
}

/* Returns the number of edges on which a loop is entered or left. */
static uint32_t count_probes(const struct loops_shape *shape, uint32_t loop)
{
    return shape->first_entry[loop + 1] - shape->first_entry[loop] + shape->first_exit[loop + 1] -
           shape->first_exit[loop];
}

/* Takes the values from the loops that need most of them, until the copy of the function and its
 * nodes are not too large. */
static void limit(const struct loops_shape *shape, struct loops_extremes *all, uint32_t others)
{
    bool is_too_large = true;
    while (is_too_large) {
        uint32_t values = others, probes = 0, most = 0, largest = 0;
        for (uint32_t i = 0; i < shape->loops.count; i++) {
            uint32_t own = loops_extremes_values(&all[i]);
            values += own + (own > 0);
            probes += own ? count_probes(shape, i) : 0;
            largest = own > most ? i : largest;
            most = own > most ? own : most;
        }
        is_too_large = most && (values > MOST_VALUES || probes > MOST_PROBES);
        if (is_too_large)
            all[largest].exits = 0;
    }
}

struct loops_extremes *loops_extremes_choose(const struct loops_shape *shape, const bool *is_told,
                                             const bool *is_ahead, const uint32_t *trips,
                                             const uint32_t *heads, uint32_t others)
{
    uint32_t count = shape->loops.count;
    struct loops_extremes *all = memory_zeroed((size_t)count + 1, sizeof *all);
    for (uint32_t i = 0; i < count; i++) {
        struct loops_extremes *extremes = &all[i];
        uint32_t exits = is_ahead[i] ? 1 : count_exits(shape, i);
        *extremes = (struct loops_extremes){.first = COUNTERS_NONE,
                                            .is_told = is_told[i],
                                            .backs = {COUNTERS_NONE, COUNTERS_NONE},
                                            .calls = !is_told[i] && has_calls(shape, i)};
        bool is_mixed = shape->loops.loops[i].irreducible && has_calls(shape, i);
        if (trips[i] || is_mixed || has_landings(shape, i))
            continue;
        extremes->heads = heads[i];
        if (!heads[i])
            extremes->exits = exits > FORMAT_VISIT_PAIRS ? FORMAT_VISIT_PAIRS : exits;
    }
    bool is_huge = shape->graph->instruction_count > MOST_INSTRUCTIONS;
    for (uint32_t i = 0; (shape->graph->is_guess || is_huge) && i < count; i++)
        all[i].exits = all[i].heads = 0;
    limit(shape, all, others);
    return all;
}

void loops_extremes_place(struct loops_extremes *extremes, uint32_t loops, uint32_t *counters)
{
    for (uint32_t i = 0; i < loops; i++) {
        if (!extremes[i].exits)
            continue;
        extremes[i].first = *counters;
        extremes[i].visit = *counters + FORMAT_EXTREME_VALUES * extremes[i].exits;
        *counters += loops_extremes_values(&extremes[i]);
    }
}

uint32_t loops_extremes_ways_back(const struct loops_shape *shape, uint32_t loop, uint32_t *edges)
{
    const struct loops_flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head, count = 0;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        if (!loops_flow_is_in(&shape->loops, flow->edges[flow->in[i]].from, loop))
            continue;
        if (count < FORMAT_LOOP_BACKS)
            edges[count] = shape->in_graph[flow->in[i]];
        count++;
    }
    return count;
}

uint32_t loops_extremes_pair(const struct loops_shape *shape, const struct loops_extremes *extremes,
                             uint32_t loop, uint32_t edge)
{
    uint32_t pair = 0;
    for (uint32_t i = shape->first_exit[loop];
         pair + 1 < extremes[loop].exits && shape->exits[i] != edge; i++)
        pair += shape->graph->edges[shape->exits[i]].kind != GRAPH_LOST;
    return extremes[loop].first + FORMAT_EXTREME_VALUES * pair;
}
