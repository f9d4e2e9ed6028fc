/* align.h: the best mapping of one forest onto another that preserves order and nesting. Zhang and
 * Shasha, "Simple fast algorithms for the editing distance between trees and related problems",
 * SIAM J. Comput. 18 (1989), with gains of pairs instead of costs of edits: nodes without a partner
 * cost nothing. */
#ifndef ANALYSIS_MATCH_ALIGN_H
#define ANALYSIS_MATCH_ALIGN_H

#include <stddef.h>
#include <stdint.h>

#define ALIGN_NONE UINT32_MAX

/* A forest, as the parents of its nodes; ALIGN_NONE: a root. Nodes are in source order, a parent
 * before its children, and all its descendants together. */
struct analysis_align_forest {
    const uint32_t *parents;
    uint32_t count;
};

/* Finds the mapping. `gains` has a row for each node of the first forest and a column for each of
 * the second: the value of pairing the two; 0 or less: they must not be paired. Writes the partner
 * of each node of the second forest, or ALIGN_NONE, to `partners`, unless that is NULL. Returns the
 * total gain, which no other mapping exceeds that preserves order and nesting: if a is before or
 * around b, so are their partners. Takes O(n m) steps for each pair of nesting levels. */
double analysis_align_forests(const struct analysis_align_forest *first,
                              const struct analysis_align_forest *second, const double *gains,
                              uint32_t *partners);

#endif
