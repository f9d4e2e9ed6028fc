/* reordered.c: pairs loops of a routine that are in another order in the other program. */
#include "analysis/match/state.h"

#include <math.h>

static const double least = 16; /* bits that make a pair without its order */
static const double margin = 3; /* by which the pair must exceed all others of both loops */

/* A range of a program's loops. */
struct range {
    uint32_t begin, end;
};

/* Returns the evidence for two loops without a partner; -INFINITY if the loops around them are not
 * a pair. */
static double bits_of(const struct match_state *state, uint32_t a, uint32_t b, double names)
{
    uint32_t around = state->first->loops[a].parent, other = state->other->loops[b].parent;
    bool inside = around != MATCH_NONE && other != MATCH_NONE;
    bool together = inside ? state->taken[around] == other : around == other;
    if (state->taken[a] != MATCH_NONE || state->partners[b] != MATCH_NONE || !together)
        return -INFINITY;
    return names + evidence(state->first, a, state->other, b, &state->texts);
}

/* Returns the best evidence of all pairs of a loop of the first program, except that with `but`. */
static double best_of_first(const struct match_state *state, uint32_t a, struct range others,
                            double names, uint32_t but)
{
    double best = -INFINITY;
    for (uint32_t b = others.begin; b < others.end; b++)
        best = b == but ? best : fmax(best, bits_of(state, a, b, names));
    return best;
}

static double best_of_other(const struct match_state *state, uint32_t b, struct range loops,
                            double names, uint32_t but)
{
    double best = -INFINITY;
    for (uint32_t a = loops.begin; a < loops.end; a++)
        best = a == but ? best : fmax(best, bits_of(state, a, b, names));
    return best;
}

uint32_t match_reordered(struct match_state *state, uint32_t a, uint32_t b, double names)
{
    struct range loops = {state->first_begins[a], state->first_begins[a + 1]};
    struct range others = {state->other_begins[b], state->other_begins[b + 1]};
    uint32_t count = 0;
    for (uint32_t i = loops.begin; i < loops.end; i++) {
        for (uint32_t j = others.begin; j < others.end && state->taken[i] == MATCH_NONE; j++) {
            double bits = bits_of(state, i, j, names);
            if (bits < least || best_of_first(state, i, others, names, j) > bits - margin ||
                best_of_other(state, j, loops, names, i) > bits - margin)
                continue;
            match_pair(state, i, j);
            count++;
        }
    }
    return count;
}
