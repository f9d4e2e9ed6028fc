/* routines.c: pairs loops of two routines that are the same, or versions of one another. */
#include "analysis/match/state.h"

#include "util/memory.h"

#include <stdlib.h>

enum { MOST_LOOPS = 150 }; /* loops of a routine that are compared: those with most of the work */

static const double least = 8;       /* bits that make a pair */
static const double settled = 1e6;   /* gain of an existing pair */
static const double same_parent = 2; /* bits: the loops around them are a pair */
static const double same_gap = 2;    /* bits: the loops before and after them are pairs */

/* One of the two routines. */
struct side {
    const struct analysis_match_program *program;
    const uint32_t *partners;        /* by loop */
    uint32_t begin, end;             /* loops of the routine */
    uint32_t other_begin, other_end; /* those of the other routine */
};

/* A loop with its share of the work. */
struct ranked {
    uint32_t loop;
    double share;
};

static int by_share(const void *left, const void *right)
{
    const struct ranked *a = left, *b = right;
    if (a->share != b->share)
        return a->share > b->share ? -1 : 1;
    return a->loop < b->loop ? -1 : a->loop > b->loop;
}

static int by_number(const void *left, const void *right)
{
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return a < b ? -1 : a > b;
}

/* Returns the loops of a routine that are not paired with a third one. */
static struct pairing_list list_loops(const struct side *side)
{
    struct pairing_list list = {.program = side->program};
    uint32_t all = side->end - side->begin, count = 0;
    struct ranked *ranked = memory_zeroed(all + 1, sizeof *ranked);
    list.loops = memory_zeroed(all + 1, sizeof *list.loops);
    for (uint32_t i = side->begin; i < side->end; i++) {
        uint32_t partner = side->partners[i];
        if (partner != MATCH_NONE && (partner < side->other_begin || partner >= side->other_end))
            continue;
        double share = side->program->loops[i].share;
        ranked[count++] = (struct ranked){i, partner == MATCH_NONE ? share : 2};
    }
    qsort(ranked, count, sizeof *ranked, by_share);
    list.count = count < MOST_LOOPS ? count : MOST_LOOPS;
    for (uint32_t i = 0; i < list.count; i++)
        list.loops[i] = ranked[i].loop;
    qsort(list.loops, list.count, sizeof *list.loops, by_number);
    free(ranked);
    return list;
}

/* Returns the nearest sibling before a loop (step -1) or after it (1); MATCH_NONE if there is
 * none. */
static uint32_t sibling(const struct side *side, uint32_t loop, int step)
{
    const struct analysis_match_loop *loops = side->program->loops;
    for (uint32_t i = loop + (uint32_t)step; i >= side->begin && i < side->end;
         i += (uint32_t)step) {
        if (loops[i].parent == loops[loop].parent)
            return i;
    }
    return MATCH_NONE;
}

/* True if the siblings beside two loops are a pair, or both loops have none there. */
static bool are_beside(const struct side *a, uint32_t loop, const struct side *b, uint32_t other,
                       int step)
{
    uint32_t beside = sibling(a, loop, step), beside_other = sibling(b, other, step);
    if (beside == MATCH_NONE || beside_other == MATCH_NONE)
        return beside == beside_other;
    return a->partners[beside] == beside_other;
}

/* Returns the evidence for two loops from existing pairs around and beside them. */
static double context_bits(const struct side *a, uint32_t loop, const struct side *b,
                           uint32_t other)
{
    uint32_t around = a->program->loops[loop].parent,
             around_other = b->program->loops[other].parent;
    bool inside = around != MATCH_NONE && around_other != MATCH_NONE;
    bool together = inside ? a->partners[around] == around_other : around == around_other;
    if (!together)
        return 0;
    bool gap = are_beside(a, loop, b, other, -1) && are_beside(a, loop, b, other, 1);
    return (inside ? same_parent : 0) + (gap ? same_gap : 0);
}

static double *find_gains(const struct side *a, const struct pairing_list *loops,
                          const struct side *b, const struct pairing_list *others,
                          const struct evidence_texts *texts, double names)
{
    double *gains = memory_zeroed((size_t)loops->count * others->count + 1, sizeof *gains);
    for (uint32_t i = 0; i < loops->count; i++) {
        for (uint32_t j = 0; j < others->count; j++) {
            uint32_t loop = loops->loops[i], other = others->loops[j];
            double *gain = &gains[(size_t)i * others->count + j];
            if (a->partners[loop] != MATCH_NONE || b->partners[other] != MATCH_NONE)
                *gain = a->partners[loop] == other ? settled : 0;
            else
                *gain = names + evidence(a->program, loop, b->program, other, texts) +
                        context_bits(a, loop, b, other) - least;
        }
    }
    return gains;
}

uint32_t match_routines(struct match_state *state, uint32_t a, uint32_t b, double names)
{
    struct side first = {.program = state->first,
                         .partners = state->taken,
                         .begin = state->first_begins[a],
                         .end = state->first_begins[a + 1],
                         .other_begin = state->other_begins[b],
                         .other_end = state->other_begins[b + 1]};
    struct side second = {.program = state->other,
                          .partners = state->partners,
                          .begin = first.other_begin,
                          .end = first.other_end,
                          .other_begin = first.begin,
                          .other_end = first.end};
    struct pairing_list loops = list_loops(&first), others = list_loops(&second);
    double *gains = find_gains(&first, &loops, &second, &others, &state->texts, names);
    return pairing_apply(state, &loops, &others, gains);
}
