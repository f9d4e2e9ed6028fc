/* executed.c: pairs loops by the order in which two programs execute them. */
#include "analysis/match/heaviest.h"
#include "analysis/match/state.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_LOOPS = 150 }; /* loops of a program that are compared: those with most of the work */

static const double least = 8;       /* bits that make a pair */
static const double settled = 1e6;   /* gain of an existing pair */
static const double same_around = 2; /* bits: the loops in which they are executed are a pair */
static const double commonness =
    0.75; /* bits lost each time the number of loops of that size doubles */

/* One of the two programs. */
struct side {
    const struct analysis_match_program *program;
    const uint32_t *partners; /* by loop */
};

static int by_turn(const void *left, const void *right, void *context)
{
    const struct analysis_match_loop *loops = context;
    uint32_t a = loops[*(const uint32_t *)left].turn, b = loops[*(const uint32_t *)right].turn;
    return a < b ? -1 : a > b;
}

/* Returns the loops with most of the work, including those with a partner. */
static struct pairing_list list_loops(const struct side *side)
{
    const struct analysis_match_program *program = side->program;
    struct pairing_list list = {.program = program,
                                .loops = memory_zeroed(program->count + 1, sizeof *list.loops),
                                .executed = true};
    list.count = heaviest_loops(program, NULL, MOST_LOOPS, list.loops);
    qsort_r(list.loops, list.count, sizeof *list.loops, by_turn, program->loops);
    return list;
}

/* Returns the nearest loop around one, in execution, that has a partner; MATCH_NONE if there is
 * none. */
static uint32_t paired_around(const struct side *side, uint32_t loop)
{
    uint32_t around = side->program->loops[loop].around;
    while (around != MATCH_NONE && side->partners[around] == MATCH_NONE)
        around = side->program->loops[around].around;
    return around;
}

static bool are_inside_a_pair(const struct side *a, uint32_t loop, const struct side *b,
                              uint32_t other)
{
    uint32_t around = paired_around(a, loop), around_other = paired_around(b, other);
    return around != MATCH_NONE && a->partners[around] == around_other;
}

/* Returns the gain of a pair; 0 for routines with the same name, whose loops were paired before. */
static double gain_of_pair(const struct match_state *state, uint32_t a, uint32_t b)
{
    uint32_t routine = state->first->loops[a].routine, other = state->other->loops[b].routine;
    if (state->namesakes[other] == routine)
        return 0;
    return match_names(state, routine, other, false) +
           evidence(state->first, a, state->other, b, &state->texts) + same_around - least;
}

static double *find_gains(const struct match_state *state, const struct side *a,
                          const struct pairing_list *loops, const struct side *b,
                          const struct pairing_list *others)
{
    double *gains = memory_zeroed((size_t)loops->count * others->count + 1, sizeof *gains);
    for (uint32_t i = 0; i < loops->count; i++) {
        uint32_t loop = loops->loops[i];
        double common = log2(match_count_alike(state, loop, true));
        for (uint32_t j = 0; j < others->count; j++) {
            uint32_t other = others->loops[j];
            double *gain = &gains[(size_t)i * others->count + j];
            if (a->partners[loop] != MATCH_NONE || b->partners[other] != MATCH_NONE)
                *gain = a->partners[loop] == other ? settled : 0;
            else if (are_inside_a_pair(a, loop, b, other))
                *gain = gain_of_pair(state, loop, other) - commonness * common;
        }
    }
    return gains;
}

uint32_t match_executed(struct match_state *state)
{
    struct side first = {state->first, state->taken}, second = {state->other, state->partners};
    struct pairing_list loops = list_loops(&first), others = list_loops(&second);
    double *gains = find_gains(state, &first, &loops, &second, &others);
    return pairing_apply(state, &loops, &others, gains);
}
