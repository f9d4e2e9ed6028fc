/* pairing.h: loops of a routine paired with those of another one, where no other pairs explain them
 * nearly as well. */
#ifndef ANALYSIS_MATCH_PAIRING_H
#define ANALYSIS_MATCH_PAIRING_H

#include "analysis/match/match.h"

/* Loops, those inside others behind these. */
struct pairing_list {
    const struct match_program *program;
    uint32_t *loops;
    uint32_t count;
    bool executed; /* as they were executed inside each other; else as the source has them */
};

/* `gains` has a row for each loop of `a` and a column for each of `b`; 0 or less: they are not
 * paired. Writes the place in `a` of the partner of each loop of `b`, or MATCH_NONE, to `partners`.
 * Returns the gain of all pairs that were found, those that were then dropped included. */
double pairing_find(const struct pairing_list *a, const struct pairing_list *b, double *gains,
                    uint32_t *partners);

#endif
