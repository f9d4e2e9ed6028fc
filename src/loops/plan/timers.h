/* timers.h: chooses the loops and functions that are timed. */
#ifndef LOOPS_PLAN_TIMERS_H
#define LOOPS_PLAN_TIMERS_H

#include "loops/flow/shape.h"

/* Returns, by loop, the first of the values that time it, for which room is made after the counters
 * (*counters grows), and then the same for the function; COUNTERS_NONE for those that are not
 * timed. These are loops that are short for certain, by their constant trips; functions without
 * loops and calls; and everything if `times` is false, or if the function's copy would become too
 * long. The caller frees the array. */
uint32_t *loops_timers_choose(const struct loops_shape *shape, const uint32_t *trips, bool times,
                              uint32_t *counters);

/* Returns about how many ticks of this machine's clock make a microsecond, from 1 to 65535. Shorter
 * visits are not worth timing. */
uint32_t loops_timers_limit(void);

#endif
