/* frequencies.h: how often the edges of a function are taken, about, by the looks of its code. */
#ifndef LOOPS_FLOW_FREQUENCIES_H
#define LOOPS_FLOW_FREQUENCIES_H

#include "loops/flow/induction.h"

/* By edge of the graph, in visits of the function; the caller frees it. It is a guess that decides
 * where counters cost least, never what they say (Wu and Larus, "Static branch frequency and
 * program profile analysis", 1994). */
float *loops_frequencies_find(const struct loops_shape *shape);

#endif
