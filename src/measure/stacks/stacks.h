/* stacks.h: samples the call paths of all lanes, for programs that have no probes. */
#ifndef MEASURE_STACKS_STACKS_H
#define MEASURE_STACKS_STACKS_H

#include <stdbool.h>

/* True if TRIPTYCH_SAMPLE asks for sampled call paths. */
bool measure_stacks_are_wanted(void);

/* Begins sampling, if TRIPTYCH_SAMPLE asks for it; measuring has begun. Call it without the
 * guard. */
void measure_stacks_begin(void);

/* After a library was unloaded: another one may get its addresses. */
void measure_stacks_forget_unloaded(void);

#endif
