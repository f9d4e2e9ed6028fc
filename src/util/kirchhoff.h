/* kirchhoff.h: computes how often every edge of a control flow was taken from the counts of some
 * edges: a node is left as often as it is entered. */
#ifndef UTIL_KIRCHHOFF_H
#define UTIL_KIRCHHOFF_H

#include <stdbool.h>
#include <stdint.h>

struct kirchhoff_edge {
    uint32_t from, to; /* nodes */
    bool known;
};

/* A solution order, from the known edges to all others. It serves any number of flows. */
struct kirchhoff;
struct kirchhoff *kirchhoff_new(const struct kirchhoff_edge *edges, uint32_t count, uint32_t nodes);
void kirchhoff_free(struct kirchhoff *way);

/* False if the known edges do not determine the others. */
bool kirchhoff_is_enough(const struct kirchhoff *way);

/* Fills in how often each edge was taken; the counts of the known ones are given. Results may be
 * negative. Returns false if a node was not left as often as it was entered: the counts are not
 * those of one flow. */
bool kirchhoff_solve(struct kirchhoff *way, int64_t *taken);

#endif
