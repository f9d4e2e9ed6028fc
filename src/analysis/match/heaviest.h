/* heaviest.h: the loops of a program with most of its work. */
#ifndef ANALYSIS_MATCH_HEAVIEST_H
#define ANALYSIS_MATCH_HEAVIEST_H

#include "analysis/match/match.h"

#define HEAVIEST_SMALLEST                                                                          \
    1e-4 /* share of the work; smaller loops are paired only by their routines */

/* Writes these loops to `loops`, at most `most`, ordered by number. With `free_of`, only those that
 * have no partner there. Returns their number. */
uint32_t heaviest_loops(const struct analysis_match_program *program, const uint32_t *free_of,
                        uint32_t most, uint32_t *loops);

#endif
