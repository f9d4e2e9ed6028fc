/* matching.h: finds the nodes of a run's tree among those of the runs before. */
#ifndef ANALYSIS_DIVISION_MATCHING_H
#define ANALYSIS_DIVISION_MATCHING_H

#include "analysis/division/division.h"
#include "util/pairs.h"

/* The merged nodes, and the run that is being added. */
struct division_matching {
    struct analysis_division *division;
    size_t run;
    struct pairs children; /* (node, key) -> node */
    uint32_t *to;          /* by node of the run's tree; ARCHIVE_NONE: not found yet */
};

uint32_t division_add_node(struct analysis_division *division, uint32_t parent, size_t run);

/* Makes a node of the run's tree part of a merged node. Nodes with the same key below the same
 * parent in later runs are then found there, too. */
void division_take(struct division_matching *matching, uint32_t node, uint32_t to);

/* Makes it part of a new merged node. */
void division_take_new(struct division_matching *matching, uint32_t node, uint32_t parent);

/* Returns the merged node with the same key below the same parent, which must be matched already;
 * PAIRS_NONE if there is none that the run does not have yet. */
uint32_t division_find(const struct division_matching *matching, uint32_t node);

/* Matches trees of call paths: nodes with the same key below the same parent are the same. Loops
 * whose source has changed are matched by match.h with the remaining loops of the first run below
 * the same parent. */
void division_match_paths(struct division_matching *matching);

/* Matches flat trees: routines by name, loops of the same text by their line, all others by
 * match.h. */
void division_match_flat(struct division_matching *matching, const struct interned *routines);

#endif
