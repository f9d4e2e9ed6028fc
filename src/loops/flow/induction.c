/* induction.c: see induction.h */
#include "loops/flow/induction.h"

#include "loops/flow/bounds.h"

#include <assert.h>

/* Summary of all instructions of a loop. */
struct survey {
    uint32_t written, written_again; /* sets of registers: written, written more than once */
    bool calls;
};

/* `is_inner`: there is no loop in this one. Then quiet calls are like other instructions;
 * elsewhere, trips are rather counted one by one, so that those until a program is killed are
 * known. */
static void survey_block(const struct loops_graph *graph, uint32_t node, bool is_inner,
                         struct survey *survey)
{
    const struct loops_graph_block *block = &graph->blocks[node - 1];
    for (uint32_t i = block->first; i < block->end; i++) {
        const struct loops_instruction *in = &graph->instructions[i];
        survey->written_again |= survey->written & in->writes;
        survey->written |= in->writes;
        survey->calls |= loops_instruction_is_call(in) && !(in->is_quiet && is_inner);
    }
}

/* Surveys a loop and the loops inside it; stops at the first block with a call. */
static void survey_loop(const struct loops_shape *shape, uint32_t loop, struct survey *survey)
{
    uint32_t end = shape->first_member[shape->loops.loops[loop].last + 1];
    bool is_inner = shape->loops.loops[loop].last == loop;
    *survey = (struct survey){0};
    for (uint32_t i = shape->first_member[loop]; i < end && !survey->calls; i++)
        survey_block(shape->graph, shape->members[i], is_inner, survey);
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
            !loops_shape_dominates(shape, edge->from, induction->blocks[0]))
            return false;
    }
    return true;
}

static bool is_step(const struct loops_induction *induction, uint32_t node)
{
    uint32_t i = 0;
    while (i < induction->block_count && induction->blocks[i] != node)
        i++;
    return i < induction->block_count;
}

/* Finds all copies of a step; false if something else changes the register, a copy is in an inner
 * loop, or there are too many. */
static bool find_copies(const struct loops_shape *shape, uint32_t loop,
                        struct loops_induction *induction)
{
    const struct loops_graph *graph = shape->graph;
    uint32_t end = shape->first_member[shape->loops.loops[loop].last + 1];
    induction->block_count = 0;
    for (uint32_t k = shape->first_member[loop]; k < end; k++) {
        uint32_t node = shape->members[k];
        const struct loops_graph_block *block = &graph->blocks[node - 1];
        for (uint32_t i = block->first; i < block->end; i++) {
            const struct loops_instruction *in = &graph->instructions[i];
            if (!(in->writes >> induction->number & 1))
                continue;
            if (in->step_register != induction->number || in->step != induction->step ||
                in->step_is_narrow != induction->is_narrow || k >= shape->first_member[loop + 1] ||
                is_step(induction, node) || induction->block_count == INDUCTION_STEPS)
                return false;
            induction->blocks[induction->block_count++] = node;
        }
    }
    return true;
}

/* Nodes of a loop that its steps lead to before its head. */
struct behind {
    uint32_t nodes[64];
    uint32_t count;
};

static bool is_among(const struct behind *behind, uint32_t node)
{
    uint32_t i = 0;
    while (i < behind->count && behind->nodes[i] != node)
        i++;
    return i < behind->count;
}

/* Adds where a node leads to; false if that is a step, or there is no room. */
static bool add_next(const struct loops_shape *shape, uint32_t loop,
                     const struct loops_induction *induction, uint32_t node, struct behind *behind)
{
    const struct loops_flow *flow = &shape->flow;
    for (uint32_t i = flow->first_out[node]; i < flow->first_out[node + 1]; i++) {
        uint32_t to = flow->edges[flow->out[i]].to;
        if (to == shape->loops.loops[loop].head || !loops_flow_is_in(&shape->loops, to, loop) ||
            is_among(behind, to))
            continue;
        if (is_step(induction, to) ||
            behind->count == sizeof behind->nodes / sizeof behind->nodes[0])
            return false;
        behind->nodes[behind->count++] = to;
    }
    return true;
}

/* True if each iteration passes one copy of the step, and each exit is clearly before or after that
 * one. */
static bool copies_are_clear(const struct loops_shape *shape, uint32_t loop,
                             const struct loops_induction *induction)
{
    const struct loops_flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head;
    struct behind behind = {.count = 0};
    for (uint32_t i = 0; i < induction->block_count; i++) {
        if (!add_next(shape, loop, induction, induction->blocks[i], &behind))
            return false;
    }
    for (uint32_t i = 0; i < behind.count; i++) {
        if (!add_next(shape, loop, induction, behind.nodes[i], &behind))
            return false;
    }
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        uint32_t from = flow->edges[flow->in[i]].from;
        if (loops_flow_is_in(&shape->loops, from, loop) &&
            !loops_induction_is_behind(shape, induction, from))
            return false;
    }
    for (uint32_t i = shape->first_exit[loop]; i < shape->first_exit[loop + 1]; i++) {
        uint32_t from = shape->graph->edges[shape->exits[i]].from;
        if (!loops_induction_is_behind(shape, induction, from) && is_among(&behind, from))
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

/* True if the test of a register stops the loop before the register wraps around, although the loop
 * may also be left otherwise: it must not be one that holds for all numbers, such as i <= n where n
 * is the largest one. */
static bool stops_soon(const struct loops_instruction *test, uint8_t condition, uint32_t written,
                       const struct loops_induction *induction)
{
    int64_t step = induction->step < 0 ? -induction->step : induction->step;
    uint8_t other = test->subject == induction->number ? test->other : test->subject;
    bool steady = test->compares
                      ? (other < 31 ? !(written >> other & 1) : other == INSTRUCTION_NO_REGISTER)
                      : test->step_register == induction->number;
    if (!steady || (test->compares && !test->compare_is_narrow))
        return false;
    switch (condition) {
    case INSTRUCTION_IF_SIGNED: /* C does not define what is behind the largest one */
        return true;
    case INSTRUCTION_IF_EQUAL:
    case INSTRUCTION_IF_UNEQUAL:
        return step == 1;
    case INSTRUCTION_IF_UNSIGNED:
        return test->compares && other == INSTRUCTION_NO_REGISTER && is_far(test, condition, step);
    default:
        return false;
    }
}

/* True if the branch at the end of a node, where the loop is left, is a test of the register that
 * stops it (see stops(), and stops_soon() if there are other exits). */
static bool tests(const struct loops_graph *graph, const struct loops_induction *induction,
                  uint32_t written, uint32_t node, bool is_only_exit)
{
    const struct loops_instruction *test = bounds_decider(graph, node);
    if (!test || !(test->reads >> induction->number & 1) || test->reads & INSTRUCTION_FLAGS ||
        !(test->kind == INSTRUCTION_BRANCH || test->kills & INSTRUCTION_FLAGS))
        return false;
    uint8_t condition = loops_graph_last(graph, node)->condition;
    return is_only_exit ? stops(test, condition, written, induction)
                        : stops_soon(test, condition, written, induction);
}

/* True if each way back to the head passes a test of the register by which the loop may be left.
 * Otherwise a register of 32 bits could wrap around more than once, and its difference would not
 * tell the trips. */
static bool is_tested(const struct loops_shape *shape, const struct loops_induction *induction,
                      uint32_t written, uint32_t loop)
{
    const struct loops_flow *flow = &shape->flow;
    uint32_t head = shape->loops.loops[loop].head;
    bool is_only_exit = shape->first_exit[loop + 1] == shape->first_exit[loop] + 1;
    if (loops_induction_trips(induction))
        return true;
    for (uint32_t i = flow->first_in[head]; i < flow->first_in[head + 1]; i++) {
        uint32_t back = flow->edges[flow->in[i]].from;
        bool passes = !loops_flow_is_in(&shape->loops, back, loop);
        for (uint32_t k = shape->first_exit[loop]; !passes && k < shape->first_exit[loop + 1];
             k++) {
            uint32_t from = shape->graph->edges[shape->exits[k]].from;
            passes = loops_shape_dominates(shape, from, back) &&
                     tests(shape->graph, induction, written, from, is_only_exit);
        }
        if (!passes)
            return false;
    }
    return true;
}

/* Rates an induction: the more is known, the fewer probes are needed. */
static int goodness(const struct loops_induction *induction)
{
    if (loops_induction_trips(induction))
        return 3;
    return induction->has_start + induction->has_end;
}

/* True if every iteration of a loop passes one step of a register, at `node` or in a copy of that,
 * and nothing else writes the register. `tried`: registers whose copies were looked at before. */
static bool is_usable(const struct loops_shape *shape, const struct survey *survey, uint32_t loop,
                      uint32_t node, struct loops_induction *found, uint32_t *tried)
{
    if (found->number == INSTRUCTION_NO_REGISTER || !found->step)
        return false;
    uint32_t bit = UINT32_C(1) << found->number;
    if (!(survey->written_again & bit))
        return is_on_ways_back(shape, loop, node) && is_clear(shape, found, loop);
    if (*tried & bit)
        return false;
    *tried |= bit;
    return find_copies(shape, loop, found) && copies_are_clear(shape, loop, found);
}

struct loops_induction loops_induction_find(const struct loops_shape *shape, uint32_t loop)
{
    const struct loops_graph *graph = shape->graph;
    struct loops_induction best = {.number = INSTRUCTION_NO_REGISTER};
    struct survey survey;
    uint32_t tried = 0;
    if (shape->loops.loops[loop].irreducible)
        return best;
    survey_loop(shape, loop, &survey);
    if (survey.calls)
        return best;
    for (uint32_t k = shape->first_member[loop]; k < shape->first_member[loop + 1]; k++) {
        uint32_t node = shape->members[k];
        const struct loops_graph_block *block = &graph->blocks[node - 1];
        for (uint32_t i = block->first; i < block->end; i++) {
            const struct loops_instruction *in = &graph->instructions[i];
            struct loops_induction found = {.number = in->step_register,
                                            .is_narrow = in->step_is_narrow,
                                            .step = in->step,
                                            .blocks = {node},
                                            .block_count = 1,
                                            .at = i};
            if (!is_usable(shape, &survey, loop, node, &found, &tried))
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
