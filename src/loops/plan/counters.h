/* counters.h: which edges of a flow need a counter, so that all others follow: see
 * util/kirchhoff.h. */
#ifndef LOOPS_PLAN_COUNTERS_H
#define LOOPS_PLAN_COUNTERS_H

#include <stdint.h>

#define COUNTERS_NONE UINT32_MAX

enum counters_how {
    COUNTERS_FREE,  /* it is counted if that is needed */
    COUNTERS_MUST,  /* it is counted */
    COUNTERS_KNOWN, /* how often it was taken is known from elsewhere */
};

struct counters_edge {
    uint32_t from, to; /* nodes */
    enum counters_how how;
    float weight; /* how often it is taken, about */
};

/* Gives numbers, from 0 on, to the edges that are to be counted, and COUNTERS_NONE to the others;
 * returns how many are. As often as a node is entered it is left, so the edges of a spanning tree
 * follow from the others (Knuth, The Art of Computer Programming 1, 2.3.4.1); those that are taken
 * most often are in the tree (Ball and Larus, "Optimally profiling and tracing programs", 1994). */
uint32_t counters_place(const struct counters_edge *edges, uint32_t count, uint32_t nodes,
                        uint32_t *counter);

#endif
