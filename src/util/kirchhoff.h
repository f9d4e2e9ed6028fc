/* kirchhoff.h: how often all edges of a flow were taken, from how often some were: a node is left
 * as often as it is entered. */
#ifndef UTIL_KIRCHHOFF_H
#define UTIL_KIRCHHOFF_H

#include <stdbool.h>
#include <stdint.h>

struct kirchhoff_edge {
    uint32_t from, to; /* nodes */
    bool known;
};

/* The way from the known edges to all others, to be gone for any number of flows. */
struct kirchhoff;
struct kirchhoff *kirchhoff_new(const struct kirchhoff_edge *edges, uint32_t count, uint32_t nodes);
void kirchhoff_free(struct kirchhoff *way);

/* False: the known edges do not tell the others. */
bool kirchhoff_is_enough(const struct kirchhoff *way);

/* Fills in how often each edge was taken; the known ones are there. Numbers less than zero are
 * possible. False: a node was not left as often as it was entered, so these were not of one flow.
 */
bool kirchhoff_solve(struct kirchhoff *way, int64_t *taken);

#endif
