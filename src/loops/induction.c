/* induction.c: see induction.h */
#include "loops/induction.h"

/* What matters of all instructions of a loop. */
struct survey {
    uint32_t written, written_again; /* registers */
    bool calls;
    uint32_t latch; /* the node that leads back; FLOW_NONE: several do */
};

static void survey_block(const struct graph *graph, uint32_t node, struct survey *survey)
{
    const struct graph_block *block = &graph->blocks[node - 1];
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct instruction *in = &graph->instructions[i];
        survey->written_again |= survey->written & in->writes;
        survey->written |= in->writes;
        survey->calls |= instruction_is_call(in);
    }
}

static void survey_loop(const struct shape *shape, uint32_t loop, struct survey *survey)
{
    const struct graph *graph = shape->graph;
    uint32_t head = shape->loops.loops[loop].head, ways = 0;
    *survey = (struct survey){.latch = FLOW_NONE};
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        if (flow_is_in(&shape->loops, node, loop))
            survey_block(graph, node, survey);
    }
    for (uint32_t i = 0; i < shape->flow.edge_count; i++) {
        if (shape->edges[i].to == head && flow_is_in(&shape->loops, shape->edges[i].from, loop)) {
            survey->latch = shape->edges[i].from;
            ways++;
        }
    }
    if (ways != 1)
        survey->latch = FLOW_NONE;
}

bool induction_is_behind(const struct shape *shape, const struct induction *induction,
                         uint32_t from)
{
    return shape_dominates(shape, induction->block, from);
}

static bool leaves(const struct shape *shape, const struct graph_edge *edge, uint32_t loop)
{
    return edge->from != GRAPH_OUTSIDE && flow_is_in(&shape->loops, edge->from, loop) &&
           (edge->to == GRAPH_OUTSIDE || !flow_is_in(&shape->loops, edge->to, loop));
}

/* Whether each way out of the loop is clearly before or behind the step. */
static bool is_clear(const struct shape *shape, const struct induction *induction, uint32_t loop)
{
    const struct graph *graph = shape->graph;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (leaves(shape, edge, loop) && !induction_is_behind(shape, induction, edge->from) &&
            !shape_dominates(shape, edge->from, induction->block))
            return false;
    }
    return true;
}

/* A register of 32 bits could come round more than once, if the loop is not left because of it. */
static bool is_tested(const struct shape *shape, const struct induction *induction, uint32_t loop)
{
    const struct graph *graph = shape->graph;
    uint32_t bit = UINT32_C(1) << induction->number;
    bool tested = false;
    for (uint32_t i = 0; i < graph->edge_count; i++) {
        const struct graph_edge *edge = &graph->edges[i];
        if (!leaves(shape, edge, loop))
            continue;
        const struct graph_block *block = &graph->blocks[edge->from - 1];
        bool here = false;
        for (uint32_t k = block->first; k < block->end; k++) {
            const struct instruction *in = &graph->instructions[k];
            here |= (in->reads & bit) &&
                    (in->kind == INSTRUCTION_BRANCH || (in->kills & INSTRUCTION_FLAGS));
        }
        if (tested || !here)
            return false; /* there are several ways out, or this one has another reason */
        tested = true;
    }
    return tested;
}

struct induction induction_find(const struct shape *shape, uint32_t loop)
{
    const struct graph *graph = shape->graph;
    struct induction none = {.number = INSTRUCTION_NO_REGISTER};
    struct survey survey;
    if (shape->loops.loops[loop].irreducible)
        return none;
    survey_loop(shape, loop, &survey);
    if (survey.calls || survey.latch == FLOW_NONE)
        return none;
    for (uint32_t node = 1; node <= graph->block_count; node++) {
        const struct graph_block *block = &graph->blocks[node - 1];
        if (shape->loops.innermost[node] != loop || !shape_dominates(shape, node, survey.latch))
            continue;
        for (uint32_t i = block->first; i < block->end; i++) {
            const struct instruction *in = &graph->instructions[i];
            struct induction found = {in->step_register, in->step_is_narrow, in->step, node};
            if (found.number == INSTRUCTION_NO_REGISTER || !found.step ||
                survey.written_again >> found.number & 1)
                continue;
            if (is_clear(shape, &found, loop) &&
                (!found.is_narrow || is_tested(shape, &found, loop)))
                return found;
        }
    }
    return none;
}
