/* mix.h: describes in a plan what the instructions of each block do. */
#ifndef LOOPS_PLAN_MIX_H
#define LOOPS_PLAN_MIX_H

#include "loops/binary/binary.h"
#include "loops/flow/graph.h"
#include "loops/plan/plan.h"

/* Appends the instruction mix of the blocks of a function to the plan, and sets the function's
 * first_mix and mixes. */
void loops_mix_add(struct loops_plan *plan, const struct loops_binary *binary,
                   const struct loops_graph *graph, struct format_function *function);

#endif
