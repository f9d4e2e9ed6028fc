/* calls.h: what a call may do besides what it is called for. */
#ifndef INSTRUMENT_C_LIGHT_CALLS_H
#define INSTRUMENT_C_LIGHT_CALLS_H

#include "instrument/c/scope.h"

/* Whether the call runs no probe and comes back. */
bool calls_are_harmless(struct unit *unit, const struct node *call);

/* Whether it comes back, though probes may run in it. */
bool calls_return(const struct node *call);

/* Whether it ends the program as a failed assert() does. */
bool calls_abort(const struct node *call);

/* The function of this file that is called by its name; NULL: another one. */
struct scope *calls_callee(const struct unit *unit, const struct node *call);

#endif
