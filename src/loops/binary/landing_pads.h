/* landing_pads.h: where the exceptions land that come out of calls. */
#ifndef LOOPS_BINARY_LANDING_PADS_H
#define LOOPS_BINARY_LANDING_PADS_H

#include "loops/flow/graph.h"

/* Sets the pads of all blocks. Compilers tell of stretches of code, in which there may be calls
 * that never throw: those of the C++ runtime that are known to be such have none, unless no other
 * call leads there. */
void loops_landing_pads_find(struct loops_graph *graph, const struct loops_binary *binary);

#endif
