/* align.h: the best mapping of one forest onto another that keeps order and nesting.
 *
 * Zhang and Shasha, "Simple fast algorithms for the editing distance between trees and related
 * problems", SIAM J. Comput. 18 (1989), with gains of pairs instead of costs of edits: nodes that
 * have no partner cost nothing.
 */
#ifndef ANALYSIS_MATCH_ALIGN_H
#define ANALYSIS_MATCH_ALIGN_H

#include <stddef.h>
#include <stdint.h>

#define ALIGN_NONE UINT32_MAX

/* The parents of a forest's nodes; ALIGN_NONE: it is a root. Nodes are in the order in which the
 * source has them, a parent before its children and all its descendants together. */
struct align_forest {
    const uint32_t *parents;
    uint32_t count;
};

/* `gains` has a row for each node of the first forest, a column for each of the second: what it is
 * worth to pair the two; 0 or less: they must not be paired. Writes the partner of each node of the
 * second forest, ALIGN_NONE if it has none, to `partners`, unless that is NULL. Returns the gain of
 * all pairs together, which no other mapping exceeds: if a is before or around b, so are their
 * partners. Takes O(n m) steps for each two levels of nesting. */
double align_forests(const struct align_forest *first, const struct align_forest *second,
                     const double *gains, uint32_t *partners);

#endif
