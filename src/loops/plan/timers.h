/* timers.h: which loops are timed. */
#ifndef LOOPS_PLAN_TIMERS_H
#define LOOPS_PLAN_TIMERS_H

#include "loops/flow/induction.h"

/* By loop: the first of the values that time it, for which room is made behind the counters;
 * COUNTERS_NONE: it is not timed, being short for sure (by its constant trips, if any). With
 * `times` false none is, nor are those of functions that are so large that copies would become too
 * long. */
uint32_t *loops_timers_choose(const struct loops_shape *shape, const uint32_t *trips, bool times,
                              uint32_t *counters);

/* Ticks of the clock of this machine in a microsecond, about: visits that are shorter are not worth
 * it. At least 1, and less than 65536. */
uint32_t loops_timers_limit(void);

#endif
