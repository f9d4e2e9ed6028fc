/* call_notes.c: see call_notes.h */
#include "loops/plan/call_notes.h"

/* True if the callee at an address is not counted or not known: such a call or jump has no slot
 * (see the machines' copy_calls.c). */
static bool is_other(const struct loops_rewriting *rewriting,
                     const struct loops_rewritten *function, uint64_t target)
{
    const struct loops_binary *binary = rewriting->binary;
    const struct loops_binary_function *callee = loops_binary_function_at(binary, target);
    if (!callee || callee->start != target)
        return true;
    const struct loops_rewritten *called = &rewriting->functions[callee - binary->functions];
    return called->why || (function->graph.is_guess && called->is_leaf);
}

bool loops_notes_are_needed(const struct loops_rewriting *rewriting, uint32_t number)
{
    const struct loops_rewritten *function = &rewriting->functions[number];
    const struct loops_graph *graph = &function->graph;
    for (uint32_t i = 0; i < graph->block_count; i++) {
        const struct loops_instruction *last = loops_graph_last(graph, i + 1);
        if (last->kind == INSTRUCTION_CALL_REGISTER ||
            (last->kind == INSTRUCTION_CALL && !loops_notes_is_quiet(graph, last) &&
             is_other(rewriting, function, last->target)))
            return true;
    }
    return false;
}

bool loops_notes_jumps(const struct loops_rewriting *rewriting, uint32_t number)
{
    const struct loops_rewritten *function = &rewriting->functions[number];
    const struct loops_graph *graph = &function->graph;
    if (graph->is_guess) /* its original may be executed, whose calls note nothing */
        return true;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind != GRAPH_LEAVE)
            continue;
        const struct loops_instruction *last = loops_graph_last(graph, edge->from);
        bool is_known = last->kind == INSTRUCTION_JUMP || last->kind == INSTRUCTION_BRANCH;
        if (last->kind != INSTRUCTION_RETURN &&
            (!is_known || is_other(rewriting, function, last->target)))
            return true;
    }
    return false;
}

uint32_t loops_notes_of(const struct loops_rewritten *function, uint32_t node)
{
    return format_note(function->shape.loops.innermost[node]);
}
