/* pairing.h: pairs the loops of one routine with those of another, where no other pairs explain
 * them nearly as well. */
#ifndef ANALYSIS_MATCH_PAIRING_H
#define ANALYSIS_MATCH_PAIRING_H

#include "analysis/match/match.h"

struct match_state;

/* Loops, with nested ones after those around them. */
struct pairing_list {
    const struct analysis_match_program *program;
    uint32_t *loops;
    uint32_t count;
    bool executed; /* nested as they were executed; else as in the source */
};

/* Pairs the loops. `gains` has a row for each loop of `a` and a column for each of `b`; 0 or less:
 * they are not paired. Writes to `partners`, for each loop of `b`, the index of its partner in `a`,
 * or MATCH_NONE. Returns the gain of all pairs found, including those that were then dropped. */
double pairing_find(const struct pairing_list *a, const struct pairing_list *b, double *gains,
                    uint32_t *partners);

/* Pairs the loops of two lists as pairing_find() does, except those that have a partner already.
 * Frees the gains and the loops of the lists. Returns how many were paired. */
uint32_t pairing_apply(struct match_state *state, struct pairing_list *a, struct pairing_list *b,
                       double *gains);

#endif
