/* simulate.h: a loop of constant trips, run through before the program runs. */
#ifndef INSTRUMENT_C_LIGHT_SIMULATE_H
#define INSTRUMENT_C_LIGHT_SIMULATE_H

#include "instrument/c/light/light.h"

/* Counts how often the items inside the loop are reached in one visit of it, and fills in the
 * totals of those of which that is known. False: nothing is known of any. */
bool simulate(const struct scope *scope, struct loop *loop);

#endif
