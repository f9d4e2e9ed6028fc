/* liveness.h: which registers are needed where, and which are free for counting. */
#ifndef LOOPS_FLOW_LIVENESS_H
#define LOOPS_FLOW_LIVENESS_H

#include "loops/binary/binary.h"
#include "loops/flow/graph.h"

/* By node of the graph: registers whose values may be needed when it begins; of GRAPH_OUTSIDE: when
 * the function is left. The caller frees it. */
uint32_t *loops_liveness_find(const struct loops_graph *graph, const struct loops_binary *binary);

/* What an instruction needs and writes for good, as far as calls are concerned, too. */
void loops_liveness_of(const struct loops_instruction *instruction,
                       const struct loops_binary *binary, uint32_t *needs, uint32_t *kills);

#endif
