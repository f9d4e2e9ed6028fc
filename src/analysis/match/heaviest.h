/* heaviest.h: the loops of a program that have most of its work. */
#ifndef ANALYSIS_MATCH_HEAVIEST_H
#define ANALYSIS_MATCH_HEAVIEST_H

#include "analysis/match/match.h"

#define HEAVIEST_SMALLEST 1e-4 /* share of a loop that is worth more than its routine's name */

/* Writes those to `loops`, at most `most`, in the order of their numbers. With `free_of`, only
 * those that have no partner there. Returns how many they are. */
uint32_t heaviest_loops(const struct match_program *program, const uint32_t *free_of, uint32_t most,
                        uint32_t *loops);

#endif
