/* program.h: converts loops of a run's tree to the form that match.h needs. */
#ifndef ANALYSIS_DIVISION_PROGRAM_H
#define ANALYSIS_DIVISION_PROGRAM_H

#include "analysis/division/division.h"
#include "analysis/match/match.h"

/* A program for match.h, and its memory. */
struct division_program {
    struct analysis_match_program program;
    uint32_t *nodes; /* by loop: node of the tree */
    uint64_t *trips; /* of all loops and workers */
    const char **names;
};

/* Converts all routines and loops of a flat tree. A routine is a loop around all its loops, whose
 * trips are its visits. */
struct division_program division_program_flat(const struct analysis_division *division, size_t run,
                                              const struct interned *routines);

/* Converts loops that are siblings in one routine, in any order. */
struct division_program division_program_beside(const struct analysis_division *division,
                                                size_t run, const uint32_t *nodes, size_t count);
void division_program_free(struct division_program *of);

/* Returns the source text of a loop; zeroed if it is unknown. */
struct analysis_loop_text analysis_division_loop_text(const struct archive *archive,
                                                      const struct division_sources *sources,
                                                      uint32_t region);

#endif
