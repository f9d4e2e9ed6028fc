/* quiet.h: stretches of a function in which nothing but loops and light functions has probes. */
#ifndef INSTRUMENT_C_LIGHT_QUIET_H
#define INSTRUMENT_C_LIGHT_QUIET_H

#include "instrument/c/light/light.h"

/* Whether all calls inside come back and run no probe, and all of it runs in the thread that comes
 * to it. Light functions must be known. */
bool quiet(const struct scope *scope, const struct node *top);

/* Whether functions may be called inside that the text does not show. */
bool quiet_hides_call(const struct node *top);

/* Levels of loops inside, the top one included, that may be long: constant and short ones do not
 * count. */
unsigned quiet_height(const struct node *top);

/* What is written, and what runs where all trips are constants: operations, about. */
unsigned quiet_size(const struct node *top);
double quiet_work(const struct node *top);

/* Fills in which loops of the function are short. Light functions that it calls must be known. */
void quiet_measure_loops(const struct scope *scope);

/* Whether the statement can be written twice. */
bool quiet_can_copy(const struct scope *scope, const struct node *top);

#endif
