/* renamed.c: pairs loops of routines that have another name in the other program, or were split. */
#include "analysis/match/heaviest.h"
#include "analysis/match/state.h"
#include "util/memory.h"

#include <math.h>
#include <stdlib.h>

enum { MOST_LOOPS = 1000 }; /* loops of a program that are compared: those with most of the work */

static const double least = 6;      /* bits that make a pair */
static const double least_sum = 8;  /* gain of all pairs of two routines */
static const double margin = 4;     /* by which it must exceed any other two routines */
static const double rival_pair = 1; /* by which a pair must exceed any pair of those */
static const double commonness =
    1.5; /* bits lost each time the number of loops of that size doubles */

/* The loops of both programs without a partner. */
struct search {
    struct match_state *state;
    struct pairing_list a, b;
    double *gains; /* by index in a and in b */
    struct query_candidate *candidates;
    size_t count, room;
};

/* The loops of two routines: indices in a and in b. */
struct query_candidate {
    uint32_t i, i_end, j, j_end;
    uint32_t *partners; /* by index in b, from j on: index in a, or MATCH_NONE */
    double gain;
    bool dropped;
};

static struct pairing_list list_left(const struct analysis_match_program *program,
                                     const uint32_t *partners)
{
    struct pairing_list list = {.program = program,
                                .loops = memory_zeroed(program->count + 1, sizeof *list.loops)};
    list.count = heaviest_loops(program, partners, MOST_LOOPS, list.loops);
    return list;
}

static double *gain_of(const struct search *search, uint32_t i, uint32_t j)
{
    return &search->gains[(size_t)i * search->b.count + j];
}

/* Returns the gain of a pair; 0 for routines with the same name, whose loops were paired before. */
static double gain_of_pair(const struct match_state *state, uint32_t a, uint32_t b)
{
    uint32_t routine = state->first->loops[a].routine, other = state->other->loops[b].routine;
    if (state->namesakes[other] == routine)
        return 0;
    return match_names(state, routine, other, false) +
           evidence(state->first, a, state->other, b, &state->texts);
}

static void find_gains(struct search *search)
{
    const struct match_state *state = search->state;
    uint32_t columns = search->b.count;
    double *common = memory_zeroed(columns + 1, sizeof *common);
    search->gains = memory_zeroed((size_t)search->a.count * columns + 1, sizeof *search->gains);
    for (uint32_t j = 0; j < columns; j++)
        common[j] = log2(match_count_alike(state, search->b.loops[j], false));
    for (uint32_t i = 0; i < search->a.count; i++) {
        double here = log2(match_count_alike(state, search->a.loops[i], true));
        for (uint32_t j = 0; j < columns; j++)
            *gain_of(search, i, j) = gain_of_pair(state, search->a.loops[i], search->b.loops[j]) -
                                     commonness * fmax(here, common[j]) - least;
    }
    free(common);
}

/* Returns the index after the loops of the same routine as the one at `at`. */
static uint32_t end_of_routine(const struct pairing_list *list, uint32_t at)
{
    const struct analysis_match_loop *loops = list->program->loops;
    uint32_t routine = loops[list->loops[at]].routine;
    while (at < list->count && loops[list->loops[at]].routine == routine)
        at++;
    return at;
}

static bool has_pair(const struct search *search, const struct query_candidate *of)
{
    for (uint32_t i = of->i; i < of->i_end; i++) {
        for (uint32_t j = of->j; j < of->j_end; j++) {
            if (*gain_of(search, i, j) > 0)
                return true;
        }
    }
    return false;
}

static void pair_loops(const struct search *search, struct query_candidate *of)
{
    struct pairing_list a = {search->a.program, search->a.loops + of->i, of->i_end - of->i, false};
    struct pairing_list b = {search->b.program, search->b.loops + of->j, of->j_end - of->j, false};
    double *gains = memory_zeroed((size_t)a.count * b.count + 1, sizeof *gains);
    for (uint32_t i = 0; i < a.count; i++) {
        for (uint32_t j = 0; j < b.count; j++)
            gains[(size_t)i * b.count + j] = *gain_of(search, of->i + i, of->j + j);
    }
    of->partners = memory_zeroed(b.count + 1, sizeof *of->partners);
    of->gain = pairing_find(&a, &b, gains, of->partners);
    for (uint32_t j = 0; j < b.count; j++)
        of->partners[j] += of->partners[j] == MATCH_NONE ? 0 : of->i;
    free(gains);
}

static void free_candidates(struct search *search)
{
    for (size_t i = 0; i < search->count; i++)
        free(search->candidates[i].partners);
    search->count = 0;
}

static void find_candidates(struct search *search)
{
    free_candidates(search);
    for (uint32_t i = 0, i_end; i < search->a.count; i = i_end) {
        i_end = end_of_routine(&search->a, i);
        for (uint32_t j = 0, j_end; j < search->b.count; j = j_end) {
            j_end = end_of_routine(&search->b, j);
            struct query_candidate candidate = {.i = i, .i_end = i_end, .j = j, .j_end = j_end};
            if (!has_pair(search, &candidate))
                continue;
            pair_loops(search, &candidate);
            search->candidates = memory_grow(search->candidates, &search->room, search->count + 1,
                                             sizeof *search->candidates);
            search->candidates[search->count++] = candidate;
        }
    }
}

/* True if a pair of other routines contains one of these two loops, and explains it nearly as
 * well. */
static bool has_rival_in(const struct search *search, const struct query_candidate *other,
                         uint32_t i, uint32_t j)
{
    double gain = *gain_of(search, i, j) - rival_pair;
    for (uint32_t k = other->j; k < other->j_end; k++) {
        uint32_t partner = other->partners[k - other->j];
        if (partner != MATCH_NONE && (partner == i || k == j) &&
            *gain_of(search, partner, k) >= gain)
            return true;
    }
    return false;
}

static bool has_rival(const struct search *search, const struct query_candidate *of, uint32_t i,
                      uint32_t j)
{
    for (size_t k = 0; k < search->count; k++) {
        const struct query_candidate *other = &search->candidates[k];
        bool shares = other->i == of->i || other->j == of->j;
        if (other != of && shares && other->gain >= of->gain - margin &&
            has_rival_in(search, other, i, j))
            return true;
    }
    return false;
}

/* Takes the pairs of two routines that have no rivals, if their gain suffices. Returns how many. */
static uint32_t take(struct search *search, struct query_candidate *of)
{
    double sum = 0;
    uint32_t count = 0;
    for (uint32_t j = of->j; j < of->j_end; j++) {
        uint32_t *partner = &of->partners[j - of->j];
        if (*partner != MATCH_NONE && has_rival(search, of, *partner, j))
            *partner = MATCH_NONE;
        sum += *partner == MATCH_NONE ? 0 : *gain_of(search, *partner, j);
    }
    of->dropped = true;
    for (uint32_t j = of->j; j < of->j_end && sum >= least_sum; j++) {
        uint32_t i = of->partners[j - of->j];
        if (i == MATCH_NONE)
            continue;
        match_pair(search->state, search->a.loops[i], search->b.loops[j]);
        for (uint32_t k = 0; k < search->b.count; k++)
            *gain_of(search, i, k) = 0;
        for (uint32_t k = 0; k < search->a.count; k++)
            *gain_of(search, k, j) = 0;
        count++;
    }
    return count;
}

static struct query_candidate *best_of(const struct search *search)
{
    struct query_candidate *best = NULL;
    for (size_t i = 0; i < search->count; i++) {
        struct query_candidate *at = &search->candidates[i];
        if (!at->dropped && at->gain >= least_sum && (!best || at->gain > best->gain))
            best = at;
    }
    return best;
}

uint32_t match_renamed(struct match_state *state)
{
    struct search search = {.state = state,
                            .a = list_left(state->first, state->taken),
                            .b = list_left(state->other, state->partners)};
    uint32_t count = 0;
    find_gains(&search);
    find_candidates(&search);
    for (struct query_candidate *best = best_of(&search); best; best = best_of(&search)) {
        uint32_t taken = take(&search, best);
        count += taken;
        if (taken)
            find_candidates(&search);
    }
    free_candidates(&search);
    free(search.candidates);
    free(search.gains);
    free(search.a.loops);
    free(search.b.loops);
    return count;
}
