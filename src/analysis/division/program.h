/* program.h: loops of a run's tree as match.h wants them. */
#ifndef ANALYSIS_DIVISION_PROGRAM_H
#define ANALYSIS_DIVISION_PROGRAM_H

#include "analysis/division/division.h"
#include "analysis/match/match.h"

struct division_program {
    struct match_program program;
    uint32_t *nodes; /* by loop: node of the tree */
    uint64_t *trips; /* of all loops and workers */
    const char **names;
};

/* All routines and loops of a flat tree: a routine is a loop around all of its loops, whose trips
 * are its visits. */
struct division_program division_program_flat(const struct division *division, size_t run,
                                              const struct interned *routines);

/* Loops that stand beside each other in one routine, in any order. */
struct division_program division_program_beside(const struct division *division, size_t run,
                                                const uint32_t *nodes, size_t count);
void division_program_free(struct division_program *of);

#endif
