/* matching.h: the nodes of a run's tree are found among those of the runs before. */
#ifndef ANALYSIS_DIVISION_MATCHING_H
#define ANALYSIS_DIVISION_MATCHING_H

#include "analysis/division/division.h"
#include "util/pairs.h"

/* The trees of the runs before, and the one that is being added. */
struct division_matching {
    struct division *division;
    size_t run;
    struct pairs children; /* (node, key) -> node */
    uint32_t *to;          /* by node of the run's tree; ARCHIVE_NONE: not found yet */
};

uint32_t division_add_node(struct division *division, uint32_t parent, size_t run);

/* A node of the run's tree is that one of the division. What is called as it, below the same parent
 * in a later run, is found there, too. */
void division_take(struct division_matching *matching, uint32_t node, uint32_t to);

/* It is a new one. */
void division_take_new(struct division_matching *matching, uint32_t node, uint32_t parent);

/* The node that is called as this one below the same parent, whose place is known; PAIRS_NONE:
 * there is none that the run has not yet. */
uint32_t division_find(const struct division_matching *matching, uint32_t node);

/* Trees of call paths: what is called the same below the same is the same; loops whose source has
 * changed are matched by match.h with those of the first run that are left below the same. */
void division_match_paths(struct division_matching *matching);

/* Flat trees: routines by name, loops of the same text by their line, all others by match.h. */
void division_match_flat(struct division_matching *matching, const struct interned *routines);

#endif
