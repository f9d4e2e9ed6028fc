/* visit_counters.h: finds where irreducible loops are entered, and where their entries are visited
 * again. */
#ifndef LOOPS_PLAN_VISIT_COUNTERS_H
#define LOOPS_PLAN_VISIT_COUNTERS_H

#include "loops/flow/shape.h"

/* An edge of the graph that leads to one of the entries of an irreducible loop. An inner loop
 * counts as one entry. Exceptions are left out: FORMAT_SLOW_LAND counts them. */
struct visit {
    uint32_t edge, loop;
    uint32_t part; /* the entry: format_loop_part() */
    bool is_new;   /* the edge enters the loop; otherwise it visits the entry again */
};

/* Returns the visits of all irreducible loops, sorted by edge, and sets their count. The caller
 * frees the array. */
struct visit *visits_find(const struct loops_shape *shape, uint32_t *count);

#endif
