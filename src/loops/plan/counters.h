/* counters.h: chooses the edges of a flow that need counters, so that the counts of all others can
 * be computed (util/kirchhoff.h). */
#ifndef LOOPS_PLAN_COUNTERS_H
#define LOOPS_PLAN_COUNTERS_H

#include <stdint.h>

#define COUNTERS_NONE UINT32_MAX

/* The ways to know the count of an edge. */
enum counters_how {
    COUNTERS_FREE,  /* by a counter if one is needed */
    COUNTERS_MUST,  /* by a counter, always */
    COUNTERS_KNOWN, /* from elsewhere: it needs no counter */
};

/* An edge of the flow. */
struct counters_edge {
    uint32_t from, to; /* nodes */
    enum counters_how how;
    float weight; /* estimated frequency */
};

/* Sets counter[i] of each edge to the number of its counter, from 0 on, or to COUNTERS_NONE;
 * returns the number of counters. A node is left as often as it is entered, so the counts of the
 * edges of a spanning tree follow from the others (Knuth, The Art of Computer Programming 1,
 * 2.3.4.1); the most frequent edges are put into the tree (Ball and Larus, "Optimally profiling and
 * tracing programs", 1994). */
uint32_t counters_place(const struct counters_edge *edges, uint32_t count, uint32_t nodes,
                        uint32_t *counter);

#endif
