/* simulate.h: executes a loop of constant trips at compile time, to count what is inside it. */
#ifndef INSTRUMENT_C_LIGHT_SIMULATE_H
#define INSTRUMENT_C_LIGHT_SIMULATE_H

#include "instrument/c/light/light.h"

/* Sets the totals of the loop's item and of all items inside it: their counts in one visit of the
 * loop, with `known` false where an unknown condition decides. False if no total is known. */
bool simulate(const struct scope *scope, struct loop *loop);

#endif
