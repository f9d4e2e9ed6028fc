/* liveness.h: which registers are needed where, and which are free for counting. */
#ifndef LOOPS_FLOW_LIVENESS_H
#define LOOPS_FLOW_LIVENESS_H

#include "loops/binary/binary.h"
#include "loops/flow/graph.h"

/* By node of the graph: registers whose values may be needed when it begins; of GRAPH_OUTSIDE: when
 * the function is left. The caller frees it. */
uint32_t *liveness_find(const struct graph *graph, const struct binary *binary);

/* What an instruction needs and writes for good, as far as calls are concerned, too. */
void liveness_of(const struct instruction *instruction, const struct binary *binary,
                 uint32_t *needs, uint32_t *kills);

#endif
