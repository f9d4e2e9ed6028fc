/* bounds.c: see bounds.h */
#include "loops/flow/bounds.h"

enum { BLOCKS_BEFORE = 4 }; /* blocks before the loop that are searched for a constant */

/* Returns the node that the only edge to a node comes from; GRAPH_OUTSIDE if there are several
 * edges, or it is the entry. */
static uint32_t node_before(const struct loops_shape *shape, uint32_t node)
{
    const struct loops_flow *flow = &shape->flow;
    if (flow->first_in[node + 1] - flow->first_in[node] != 1)
        return GRAPH_OUTSIDE;
    return flow->edges[flow->in[flow->first_in[node]]].from;
}

/* Sets the start if the last write to the register before the loop sets it to a constant. */
static void find_start(const struct loops_shape *shape, uint32_t loop,
                       struct loops_induction *induction)
{
    const struct loops_graph *graph = shape->graph;
    uint32_t entry = shape->first_entry[loop];
    if (shape->first_entry[loop + 1] != entry + 1)
        return;
    uint32_t node = graph->edges[shape->entries[entry]].from;
    for (int i = 0; i < BLOCKS_BEFORE && node != GRAPH_OUTSIDE; i++) {
        const struct loops_graph_block *block = &graph->blocks[node - 1];
        for (uint32_t k = block->end; k-- > block->first;) {
            const struct loops_instruction *in = &graph->instructions[k];
            if (loops_instruction_is_call(in))
                return;
            if (!(in->writes >> induction->number & 1))
                continue;
            induction->has_start = in->sets && in->subject == induction->number;
            induction->start = in->value;
            return;
        }
        node = node_before(shape, node);
    }
}

const struct loops_instruction *bounds_decider(const struct loops_graph *graph, uint32_t node)
{
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    const struct loops_instruction *in = &graph->instructions[block->end - 1];
    if (in->kind != INSTRUCTION_BRANCH)
        return NULL;
    if (!(in->reads & INSTRUCTION_FLAGS))
        return in;
    for (uint32_t i = block->end - 1; i-- > block->first;) {
        in = &graph->instructions[i];
        if (in->writes & INSTRUCTION_FLAGS)
            return in;
    }
    return NULL;
}

/* Sets the end if the loop has one exit, taken when the register, after the step, equals a value
 * that the loop does not change. */
static void find_end(const struct loops_shape *shape, uint32_t loop, uint32_t written,
                     struct loops_induction *induction)
{
    const struct loops_graph *graph = shape->graph;
    uint32_t exit = shape->first_exit[loop];
    if (shape->first_exit[loop + 1] != exit + 1)
        return;
    const struct loops_graph_edge *way = &graph->edges[shape->exits[exit]];
    const struct loops_graph_block *block = &graph->blocks[way->from - 1];
    const struct loops_instruction *last = &graph->instructions[block->end - 1];
    const struct loops_instruction *compare = bounds_decider(graph, way->from);
    bool taken = way->kind == GRAPH_TAKEN;
    if (!compare || !compare->compares || (way->kind != GRAPH_TAKEN && way->kind != GRAPH_NEXT) ||
        last->condition != (taken ? INSTRUCTION_IF_EQUAL : INSTRUCTION_IF_UNEQUAL) ||
        compare->compare_is_narrow != induction->is_narrow)
        return;
    uint32_t at = (uint32_t)(compare - graph->instructions);
    bool behind = way->from == induction->blocks[0]
                      ? induction->at <= at
                      : loops_induction_is_behind(shape, induction, way->from);
    uint8_t other = compare->other;
    if (other == induction->number)
        other = compare->subject;
    else if (compare->subject != induction->number)
        return;
    if (!behind || other == induction->number ||
        (other < 31 ? written >> other & 1 : other != INSTRUCTION_NO_REGISTER))
        return;
    induction->has_end = true;
    induction->end_register = other;
    induction->end = compare->value;
}

void bounds_find(const struct loops_shape *shape, uint32_t loop, uint32_t written,
                 struct loops_induction *induction)
{
    induction->end_register = INSTRUCTION_NO_REGISTER;
    find_start(shape, loop, induction);
    if (induction->block_count == 1)
        find_end(shape, loop, written, induction);
}
