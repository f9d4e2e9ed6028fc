/* extremes.h: chooses the loops whose fewest and most trips of a visit are found, and how. */
#ifndef LOOPS_PLAN_EXTREMES_H
#define LOOPS_PLAN_EXTREMES_H

#include "format/loops.h"
#include "loops/flow/shape.h"

/* The extremes of a loop. A register counts some loops; for all others, a counter of the edges back
 * to the head is noted when the loop is entered, and compared when it is left. */
struct loops_extremes {
    uint32_t first; /* first of its values (enum format_extreme); COUNTERS_NONE: it has none */
    uint32_t exits; /* pairs of values; 0: it gets no values */
    uint32_t heads; /* visits of its head in each visit, if they need no values because this number
                       is constant; else 0 */
    bool is_told;   /* a register tells how often an edge back to the head was taken */
    uint32_t backs[FORMAT_LOOP_BACKS]; /* otherwise: counters, whose sum tells; COUNTERS_NONE */
    uint32_t visit; /* first of the values of enum format_visit, if there are any */
    bool calls;     /* it contains calls: visits may be nested, or end without an edge */
};

/* Chooses the loops. `is_told`: by loop, a register counts it; `is_ahead`: when it is entered;
 * `trips`: not 0 if they are constant and not counted; `heads`: visits of the head in each visit,
 * not 0 if they are constant and counted. `others`: values that a node of the function needs
 * besides. Without values are loops with constant trips; loops that an exception may enter from
 * outside; irreducible loops with calls, whose trips are counted at the last entry if the function
 * calls itself; all loops of a function that is very large or whose flow is a guess; and of a large
 * function, the loops that need most values. The caller frees the array. */
struct loops_extremes *loops_extremes_choose(const struct loops_shape *shape, const bool *is_told,
                                             const bool *is_ahead, const uint32_t *trips,
                                             const uint32_t *heads, uint32_t others);

/* Assigns the values of all loops that get some, after *counters, which grows. */
void loops_extremes_place(struct loops_extremes *extremes, uint32_t loops, uint32_t *counters);

/* Returns the number of values that a loop's extremes take. */
uint32_t loops_extremes_values(const struct loops_extremes *extremes);

/* Finds the edges of the graph that lead back to the head of a reducible loop. Returns their
 * number; only the first FORMAT_LOOP_BACKS are stored. */
uint32_t loops_extremes_ways_back(const struct loops_shape *shape, uint32_t loop, uint32_t *edges);

/* Returns the first value of the pair of a loop for visits that end on an edge of the graph. */
uint32_t loops_extremes_pair(const struct loops_shape *shape, const struct loops_extremes *extremes,
                             uint32_t loop, uint32_t edge);

#endif
