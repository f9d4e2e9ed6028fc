/* induction.c: see induction.h */
#include "loops/flow/induction.h"

#include "loops/flow/bounds.h"

#include <assert.h>

/* Summary of all instructions of a loop. */
struct survey {
    uint32_t written, written_again; /* sets of registers: written, written more than once */
    bool calls;
};

static void survey_block(const struct loops_graph *graph, uint32_t node, struct survey *survey)
{
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        survey->written_again |= survey->written & in->writes;
        survey->written |= in->writes;
        survey->calls |= loops_instruction_is_call(in);
    }
}

/* Surveys a loop and the loops inside it; stops at the first block with a call. */
static void survey_loop(const struct loops_shape *shape, uint32_t loop, struct survey *survey)
{
    uint32_t end = shape->first_member[shape->loops.loops[loop].last + 1];
    *survey = (struct survey){0};
    for (uint32_t i = shape->first_member[loop]; i < end && !survey->calls; i++)
        survey_block(shape->graph, shape->members[i], survey);
}

/* True if every path back to the head passes a node. */
static bool is_on_ways_back(const struct loops_shape *shape, uint32_t loop, uint32_t node)
{
    const struct loops_flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        uint32_t from = flow->edges[flow->in[i]].from;
        if (loops_flow_is_in(&shape->loops, from, loop) &&
            !loops_shape_dominates(shape, node, from))
            return false;
    }
    return true;
}

/* True if each exit of the loop is clearly before or after the step. */
static bool is_clear(const struct loops_shape *shape, const struct loops_induction *induction,
                     uint32_t loop)
{
    for (uint32_t i = shape->first_exit[loop]; i < shape->first_exit[loop + 1]; i++) {
        const struct loops_graph_edge *edge = &shape->graph->edges[shape->exits[i]];
        if (!loops_induction_is_behind(shape, induction, edge->from) &&
            !loops_shape_dominates(shape, edge->from, induction->block))
            return false;
    }
    return true;
}

uint64_t loops_induction_trips(const struct loops_induction *induction)
{
    if (!induction->has_start || !induction->has_end ||
        induction->end_register != INSTRUCTION_NO_REGISTER)
        return 0;
    uint64_t way = (uint64_t)induction->end - (uint64_t)induction->start;
    uint64_t step = (uint64_t)induction->step;
    assert(step);
    if (induction->step < 0) {
        way = 0 - way;
        step = 0 - step;
    }
    if (induction->is_narrow)
        way &= UINT32_MAX;
    return way > INT64_MAX || way % step ? 0 : way / step;
}

/* True if the constant that a register is compared with is so far from the ends of the number range
 * that no step can jump past it by overflow. */
static bool is_far(const struct loops_instruction *compare, uint8_t condition, int64_t step)
{
    bool is_signed = condition == INSTRUCTION_IF_SIGNED;
    int64_t low = is_signed ? INT32_MIN : 0, high = is_signed ? INT32_MAX : UINT32_MAX;
    int64_t bound = is_signed ? compare->value : (int64_t)(uint32_t)compare->value;
    return bound - low >= 4 * step && high - bound >= 4 * step;
}

/* True if the test of a register stops the loop before the register wraps around a second time,
 * whatever its start. If the step is a power of two, a wrapped register takes the same values
 * again, so a test that does not stop it the first time never does. Signed comparisons with a
 * variable are safe because signed overflow is undefined in C. */
static bool stops(const struct loops_instruction *test, uint8_t condition, uint32_t written,
                  const struct loops_induction *induction)
{
    int64_t step = induction->step < 0 ? -induction->step : induction->step;
    if (step == 1)
        return true; /* all values occur, even if the other operand changes */
    uint8_t other = test->subject == induction->number ? test->other : test->subject;
    bool steady = other < 31 ? !(written >> other & 1) : other == INSTRUCTION_NO_REGISTER;
    if (!test->compares)
        steady = test->step_register == induction->number;
    if (!steady || !(step & (step - 1)))
        return steady;
    if (!test->compares || !test->compare_is_narrow)
        return false;
    if (condition != INSTRUCTION_IF_SIGNED && condition != INSTRUCTION_IF_UNSIGNED)
        return false;
    return other == INSTRUCTION_NO_REGISTER ? is_far(test, condition, step)
                                            : condition == INSTRUCTION_IF_SIGNED;
}

/* True if the loop is left because of the register. Otherwise a register of 32 bits could wrap
 * around more than once, and its difference would not tell the trips. */
static bool is_tested(const struct loops_shape *shape, const struct loops_induction *induction,
                      uint32_t written, uint32_t loop)
{
    const struct loops_graph *graph = shape->graph;
    if (shape->first_exit[loop + 1] - shape->first_exit[loop] != 1)
        return false; /* there are several exits */
    uint32_t from = graph->edges[shape->exits[shape->first_exit[loop]]].from;
    const struct loops_instruction *test = bounds_decider(graph, from);
    if (!test || !is_on_ways_back(shape, loop, from))
        return false;
    if (loops_induction_trips(induction))
        return true;
    if (!(test->reads >> induction->number & 1) || test->reads & INSTRUCTION_FLAGS ||
        !(test->kind == INSTRUCTION_BRANCH || test->kills & INSTRUCTION_FLAGS))
        return false;
    uint8_t condition = loops_graph_last(graph, from)->condition;
    return stops(test, condition, written, induction);
}

/* Rates an induction: the more is known, the fewer probes are needed. */
static int goodness(const struct loops_induction *induction)
{
    if (loops_induction_trips(induction))
        return 3;
    return induction->has_start + induction->has_end;
}

/* True if an instruction's step is the only write to its register, and all exits are clear of it.
 */
static bool is_usable(const struct loops_shape *shape, const struct survey *survey,
                      const struct loops_induction *found, uint32_t loop)
{
    return found->number != INSTRUCTION_NO_REGISTER && found->step &&
           !(survey->written_again >> found->number & 1) && is_clear(shape, found, loop);
}

struct loops_induction loops_induction_find(const struct loops_shape *shape, uint32_t loop)
{
    const struct loops_graph *graph = shape->graph;
    struct loops_induction best = {.number = INSTRUCTION_NO_REGISTER};
    struct survey survey;
    if (shape->loops.loops[loop].irreducible)
        return best;
    survey_loop(shape, loop, &survey);
    if (survey.calls)
        return best;
    for (uint32_t k = shape->first_member[loop]; k < shape->first_member[loop + 1]; k++) {
        uint32_t node = shape->members[k];
        const struct loops_graph_block *block = &graph->blocks[node - 1];
        if (!is_on_ways_back(shape, loop, node))
            continue;
        for (uint32_t i = block->first; i < block->end; i++) {
            const struct loops_instruction *in = &graph->instructions[i];
            struct loops_induction found = {.number = in->step_register,
                                            .is_narrow = in->step_is_narrow,
                                            .step = in->step,
                                            .block = node,
                                            .at = i};
            if (!is_usable(shape, &survey, &found, loop))
                continue;
            bounds_find(shape, loop, survey.written, &found);
            if (found.is_narrow && !is_tested(shape, &found, survey.written, loop))
                continue;
            if (best.number == INSTRUCTION_NO_REGISTER || goodness(&found) > goodness(&best))
                best = found;
        }
    }
    return best;
}
