/* frequencies.h: estimates from its code how often the edges of a function are taken. */
#ifndef LOOPS_FLOW_FREQUENCIES_H
#define LOOPS_FLOW_FREQUENCIES_H

#include "loops/flow/shape.h"

/* Returns the estimated frequency of each edge of the graph, per visit of the function. The caller
 * frees the array. The estimate decides where counters cost least, never what they count (Wu and
 * Larus, "Static branch frequency and program profile analysis", 1994). */
float *loops_frequencies_find(const struct loops_shape *shape);

#endif
