/* calls.h: facts about calls: whether they return, and whether probes run in them. */
#ifndef INSTRUMENT_C_LIGHT_CALLS_H
#define INSTRUMENT_C_LIGHT_CALLS_H

#include "instrument/c/scope.h"

/* True if the call is known to run no probe and to return, except for a crash as by abort(). */
bool calls_are_harmless(struct unit *unit, const struct node *call);

/* True if the call is known to return, even if probes may run in it. */
bool calls_return(const struct node *call);

/* True if the call ends the program as a failed assert() does. */
bool calls_abort(const struct node *call);

/* Returns the function of this file that the call names; NULL if it calls another one. */
struct scope *calls_callee(const struct unit *unit, const struct node *call);

#endif
