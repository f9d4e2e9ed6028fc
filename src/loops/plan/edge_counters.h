/* edge_counters.h: a plan without copies, in which each edge has its own counter: for engines that
 * count by other means (Valgrind). */
#ifndef LOOPS_PLAN_EDGE_COUNTERS_H
#define LOOPS_PLAN_EDGE_COUNTERS_H

#include "loops/plan/rewrite.h"

/* Replaces the machine's copy of a function: edge i gets counter i, the irreducible loops get
 * counters for their `visits` after those, and each call of, or jump to, a counted function gets a
 * slot. */
void edge_counters_place(struct loops_rewriting *rewriting, uint32_t number);

/* Changes the plan's entry of a loop, as loops_rewrite_loop() made it, for such a plan. */
void edge_counters_adjust(const struct loops_rewritten *function, uint32_t number,
                          struct format_loop *loop);

#endif
