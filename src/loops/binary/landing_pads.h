/* landing_pads.h: finds where exceptions from calls land. */
#ifndef LOOPS_BINARY_LANDING_PADS_H
#define LOOPS_BINARY_LANDING_PADS_H

#include "loops/flow/graph.h"

/* Sets `pad` of all blocks of a graph. The compiler's tables cover ranges of code that may contain
 * calls which never throw; calls of the C++ runtime that are known not to throw get no pad, unless
 * no other call leads to that pad. */
void loops_landing_pads_find(struct loops_graph *graph, const struct loops_binary *binary);

#endif
