/* quiet.h: parts of a function in which no probes run but those of its loops and light functions,
 * and estimates of their size and work. */
#ifndef INSTRUMENT_C_LIGHT_QUIET_H
#define INSTRUMENT_C_LIGHT_QUIET_H

#include "instrument/c/light/light.h"

/* True if all calls inside are of light functions, or return and run no probe, and if one thread
 * executes all of it. The light functions that it calls must have been chosen. */
bool quiet(const struct scope *scope, const struct node *top);

/* True if functions may be called inside that the text does not show: by cleanups or assembly. */
bool quiet_hides_call(const struct node *top);

/* Returns the number of levels of loops, that of `top` and those in light functions included,
 * without loops that are short. */
unsigned quiet_height(const struct node *top);

/* Return an estimate of the operations below `top`: as written, and as executed once. For the
 * latter, loops of unknown trips count as if they had a few. */
unsigned quiet_size(const struct node *top);
double quiet_work(const struct node *top);

/* Sets is_short of each loop of the function. The light functions that it calls must have been
 * chosen. */
void quiet_measure_loops(const struct scope *scope);

/* True if the statement can be written twice. */
bool quiet_can_copy(const struct scope *scope, const struct node *top);

#endif
