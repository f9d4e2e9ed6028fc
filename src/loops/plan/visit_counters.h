/* visit_counters.h: irreducible loops: where they are entered, and visited again. */
#ifndef LOOPS_PLAN_VISIT_COUNTERS_H
#define LOOPS_PLAN_VISIT_COUNTERS_H

#include "loops/flow/induction.h"

/* An edge of the graph that leads to one of the entries of an irreducible loop. An inner loop is
 * one entry as a whole. */
struct visit {
    uint32_t edge, loop;
    uint32_t number; /* of the entry, from 1 */
    bool is_new;     /* the loop is entered, else visited again */
};

/* By edges. The caller frees them. */
struct visit *visits_find(const struct loops_shape *shape, uint32_t *count);

#endif
