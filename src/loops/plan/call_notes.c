/* call_notes.c: see call_notes.h */
#include "loops/plan/call_notes.h"

/* True if the callee is not counted or not known, and is not the function itself: such a call has
 * no slot (see the machines' copy_calls.c). */
static bool is_of_other(const struct loops_rewriting *rewriting,
                        const struct loops_rewritten *function,
                        const struct loops_instruction *call)
{
    const struct loops_binary *binary = rewriting->binary;
    if (call->kind != INSTRUCTION_CALL)
        return true;
    const struct loops_binary_function *callee = loops_binary_function_at(binary, call->target);
    if (!callee || callee->start != call->target)
        return true;
    const struct loops_rewritten *called = &rewriting->functions[callee - binary->functions];
    return called->why || (function->graph.is_guess && called->is_leaf);
}

bool loops_notes_are_needed(const struct loops_rewriting *rewriting, uint32_t number)
{
    const struct loops_rewritten *function = &rewriting->functions[number];
    const struct loops_graph *graph = &function->graph;
    uint32_t note = 0;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct loops_graph_edge *edge = &graph->edges[i];
        if (edge->kind != GRAPH_BACK)
            continue;
        const struct loops_graph_block *block = &graph->blocks[edge->from - 1];
        if (!is_of_other(rewriting, function, &graph->instructions[block->end - 1]))
            continue;
        uint32_t own = loops_notes_of(function, edge->from);
        if (note && note != own)
            return true;
        note = own;
    }
    return false;
}

uint32_t loops_notes_of(const struct loops_rewritten *function, uint32_t node)
{
    return format_note(function->shape.loops.innermost[node]);
}
