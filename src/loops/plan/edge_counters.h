/* edge_counters.h: a plan without copies, in which each edge has a counter of its own: for those
 * who count by other means. */
#ifndef LOOPS_PLAN_EDGE_COUNTERS_H
#define LOOPS_PLAN_EDGE_COUNTERS_H

#include "loops/plan/rewrite.h"

/* Instead of the machine's copy of a function: edge i has counter i, behind them stand those of
 * loops that have `visits`, and there is a slot for each call, or jump, to a function that is
 * counted. */
void every_edge(struct loops_rewriting *rewriting, uint32_t number);

/* What the plan says of a loop then. */
struct format_loop every_loop(const struct loops_rewritten *function, uint32_t number);

#endif
