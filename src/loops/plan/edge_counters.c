/* edge_counters.c: see edge_counters.h */
#include "loops/plan/edge_counters.h"

#include "util/memory.h"

#include <stdlib.h>

/* Returns how many of the first `number` loops count visits of the entries that were taken. */
static uint32_t counting_before(const struct loops_rewritten *function, uint32_t number)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < number; i++)
        count += loops_shape_has_entries(&function->shape, i);
    return count;
}

void edge_counters_adjust(const struct loops_rewritten *function, uint32_t number,
                          struct format_loop *loop)
{
    const struct loops_extremes *extremes = &function->probes.extremes[number];
    loop->trips = 0;
    loop->visits = UINT32_MAX;
    loop->extremes = extremes->exits ? extremes->first + 1 : 0;
    loop->exits = extremes->exits;
    loop->unit = 1;
    loop->backs[0] = loop->backs[1] = UINT32_MAX;
    loop->flags &= ~(uint32_t)(FORMAT_LOOP_OPENS | FORMAT_LOOP_CALLS);
    loop->flags |= extremes->exits ? FORMAT_LOOP_OPENS | FORMAT_LOOP_CALLS : 0;
    if (loops_shape_has_entries(&function->shape, number))
        loop->visits = function->graph.edge_count + counting_before(function, number);
}

/* Returns the target of the call or jump that leaves the function on an edge; 0 if it is not known,
 * or there is none. */
static uint64_t target_outside(const struct loops_graph *graph, const struct loops_graph_edge *edge)
{
    const struct loops_instruction *last = loops_graph_last(graph, edge->from);
    if (edge->kind == GRAPH_LOST)
        return last->kind == INSTRUCTION_CALL ? last->target : 0;
    bool jumps = last->kind == INSTRUCTION_JUMP || last->kind == INSTRUCTION_BRANCH;
    return edge->kind == GRAPH_LEAVE && jumps ? last->target : 0;
}

/* Adds a slot for each edge that leads to another function which is counted. */
static void add_slots(struct loops_rewriting *rewriting, struct loops_rewritten *function)
{
    const struct loops_binary *binary = rewriting->binary;
    const struct loops_graph *graph = &function->graph;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        uint64_t target =
            graph->edges[i].to == GRAPH_OUTSIDE ? target_outside(graph, &graph->edges[i]) : 0;
        const struct loops_binary_function *callee =
            target ? loops_binary_function_at(binary, target) : NULL;
        if (!callee || callee->start != target)
            continue;
        uint32_t called = (uint32_t)(callee - binary->functions);
        if (rewriting->functions[called].why || &rewriting->functions[called] == function)
            continue;
        bool is_call = graph->edges[i].kind == GRAPH_LOST;
        if (is_call && graph->is_guess && rewriting->functions[called].is_leaf)
            continue; /* calls, unlike jumps, are made in the original, by an entry for all callers:
                         see the machines' copy_calls.c */
        struct format_slot slot = {.function = called, .node = graph->edges[i].from};
        loops_plan_append(rewriting->plan, FORMAT_PLAN_SLOTS, &slot, sizeof slot);
        function->slots++;
    }
}

/* Places the extremes of all loops, constant ones included, each with its state. */
static void place_extremes(struct loops_rewritten *function)
{
    struct loops_probes *probes = &function->probes;
    uint32_t count = function->shape.loops.count;
    bool *none = memory_zeroed((size_t)count + 1, sizeof *none);
    uint32_t *trips = memory_zeroed((size_t)count + 1, sizeof *trips); /* none is constant */
    free(probes->extremes);
    probes->extremes = loops_extremes_choose(&function->shape, none, none, trips, trips, 0);
    for (uint32_t i = 0; i < count; i++)
        probes->extremes[i].calls = true;
    loops_extremes_place(probes->extremes, count, &probes->counters);
    free(none);
    free(trips);
}

void edge_counters_place(struct loops_rewriting *rewriting, uint32_t number)
{
    struct loops_rewritten *function = &rewriting->functions[number];
    for (uint32_t i = 0; i < function->graph.edge_count; i++) {
        function->probes.counter[i] = i;
        function->probes.step[i] = 1;
        function->probes.edges[i].to = function->graph.edges[i].to;
    }
    function->probes.counters =
        function->graph.edge_count + counting_before(function, function->shape.loops.count);
    place_extremes(function);
    function->probes.cells = 0;
    function->probes.joint_count = 0;
    function->probes.edge_count = function->graph.edge_count;
    add_slots(rewriting, function);
}
