/* bounds.h: finds the start and end values of the register that counts a loop. */
#ifndef LOOPS_FLOW_BOUNDS_H
#define LOOPS_FLOW_BOUNDS_H

#include "loops/flow/induction.h"

/* Sets has_start, start, has_end, end and end_register of an induction. `written`: the set of
 * registers that the loop writes. If there are copies of the step, the end is not known. */
void bounds_find(const struct loops_shape *shape, uint32_t loop, uint32_t written,
                 struct loops_induction *induction);

/* Returns the instruction that decides the branch at the end of a node: the branch itself, or the
 * one that set the flags. NULL if the node does not end with a branch, or the flags are set
 * elsewhere. */
const struct loops_instruction *bounds_decider(const struct loops_graph *graph, uint32_t node);

#endif
