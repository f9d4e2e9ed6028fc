/* bounds.c: where the register of a loop begins, and where it is when the loop is left. */
#include "loops/induction.h"

enum { BLOCKS_BEFORE = 4 }; /* that are looked at for a constant */

/* The only edge to a node that does not come from a loop, or from anywhere if that is FLOW_NONE;
 * NULL: there are several. */
static const struct graph_edge *only_way_to(const struct shape *shape, uint32_t node, uint32_t loop)
{
    const struct graph *graph = shape->graph;
    const struct graph_edge *found = NULL;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        bool inside = loop != FLOW_NONE && edge->from != GRAPH_OUTSIDE &&
                      flow_is_in(&shape->loops, edge->from, loop);
        if (edge->to != node || inside)
            continue;
        if (found)
            return NULL;
        found = edge;
    }
    return found;
}

/* The last write to the register before the loop sets it to a constant. */
static void find_start(const struct shape *shape, uint32_t loop, struct induction *induction)
{
    const struct graph *graph = shape->graph;
    const struct graph_edge *way = only_way_to(shape, shape->loops.loops[loop].head, loop);
    for (int i = 0; i < BLOCKS_BEFORE && way && way->from != GRAPH_OUTSIDE; i++) {
        const struct graph_block *block = &graph->blocks[way->from - 1];
        for (uint32_t k = block->end; k-- > block->first;) {
            const struct instruction *in = &graph->instructions[k];
            if (instruction_is_call(in))
                return;
            if (!(in->writes >> induction->number & 1))
                continue;
            induction->has_start = in->sets && in->set_register == induction->number;
            induction->start = in->value;
            return;
        }
        way = only_way_to(shape, way->from, FLOW_NONE);
    }
}

/* What a branch at the end of a block depends on; NULL: not on a comparison. */
static const struct instruction *comparison_in(const struct graph *graph,
                                               const struct graph_block *block)
{
    const struct instruction *in = &graph->instructions[block->end - 1];
    if (in->compares)
        return in;
    for (uint32_t i = block->end - 1; i-- > block->first;) {
        in = &graph->instructions[i];
        if (in->writes & INSTRUCTION_FLAGS)
            return in->compares ? in : NULL;
    }
    return NULL;
}

/* The only way out of a loop; NULL: there are several. */
static const struct graph_edge *only_way_out(const struct shape *shape, uint32_t loop)
{
    const struct graph *graph = shape->graph;
    const struct graph_edge *found = NULL;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        if (!induction_leaves(shape, &graph->edges[i], loop))
            continue;
        if (found)
            return NULL;
        found = &graph->edges[i];
    }
    return found;
}

/* Where the loop is left because the register, behind the step, equals something that the loop does
 * not change. */
static void find_end(const struct shape *shape, uint32_t loop, uint32_t written,
                     struct induction *induction)
{
    const struct graph *graph = shape->graph;
    const struct graph_edge *way = only_way_out(shape, loop);
    if (!way)
        return;
    const struct graph_block *block = &graph->blocks[way->from - 1];
    const struct instruction *last = &graph->instructions[block->end - 1];
    const struct instruction *compare = comparison_in(graph, block);
    bool taken = way->kind == GRAPH_TAKEN;
    if (last->kind != INSTRUCTION_BRANCH || !compare ||
        (way->kind != GRAPH_TAKEN && way->kind != GRAPH_NEXT) ||
        last->condition != (taken ? INSTRUCTION_IF_EQUAL : INSTRUCTION_IF_UNEQUAL) ||
        compare->compare_is_narrow != induction->is_narrow)
        return;
    uint32_t at = (uint32_t)(compare - graph->instructions);
    bool behind = way->from == induction->block ? induction->at <= at
                                                : induction_is_behind(shape, induction, way->from);
    uint8_t other = compare->compared_with;
    if (other == induction->number)
        other = compare->compared;
    else if (compare->compared != induction->number)
        return;
    if (!behind || other == induction->number ||
        (other < 31 ? written >> other & 1 : other != INSTRUCTION_NO_REGISTER))
        return;
    induction->has_end = true;
    induction->end_register = other;
    induction->end = induction->is_narrow ? compare->value & UINT32_MAX : compare->value;
}

void bounds_find(const struct shape *shape, uint32_t loop, uint32_t written,
                 struct induction *induction)
{
    induction->end_register = INSTRUCTION_NO_REGISTER;
    find_start(shape, loop, induction);
    find_end(shape, loop, written, induction);
}
