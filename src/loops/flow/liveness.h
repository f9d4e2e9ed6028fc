/* liveness.h: finds the registers whose values are still needed, so that the others are free for
 * counting. */
#ifndef LOOPS_FLOW_LIVENESS_H
#define LOOPS_FLOW_LIVENESS_H

#include "loops/binary/binary.h"
#include "loops/flow/graph.h"

/* Returns, by node of the graph, the registers whose values may be needed when the node begins; for
 * GRAPH_OUTSIDE, those needed after a jump to another function. `idle`, `needed`: registers
 * that no caller needs after the function has returned, and those that some caller does need. The
 * caller frees the array. */
uint32_t *loops_liveness_find(const struct loops_graph *graph, const struct loops_binary *binary,
                              uint32_t idle, uint32_t needed);

/* Returns the registers that the function changes. */
uint32_t loops_liveness_written(const struct loops_graph *graph);

/* Returns the registers whose values may be needed after an edge. */
uint32_t loops_liveness_on(const struct loops_graph *graph, const uint32_t *live,
                           const struct loops_graph_edge *edge);

/* Sets the registers that an instruction needs and those that it overwrites completely. For a call,
 * these include what the callee may need and overwrite. */
void loops_liveness_of(const struct loops_instruction *instruction,
                       const struct loops_binary *binary, uint32_t *needs, uint32_t *kills);

#endif
