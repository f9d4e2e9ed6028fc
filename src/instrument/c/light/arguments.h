/* arguments.h: light regions inside the arguments of a call that may not come back. What they count
 * has to be handed over behind them and before the call. */
#ifndef INSTRUMENT_C_LIGHT_ARGUMENTS_H
#define INSTRUMENT_C_LIGHT_ARGUMENTS_H

#include "instrument/c/light/light.h"

/* Whether a probe can stand behind each argument of the call. */
bool arguments_are_written(const struct unit *unit, const struct node *call);

/* Whether the owner counts something in the arguments of the call. */
bool arguments_count(const struct owner *owner, const struct node *call);

/* Hands over behind each argument in which the owner counts something. The arguments must be
 * written (arguments_are_written). `publish`: the expression that hands over. */
void arguments_publish(const struct owner *owner, const struct node *call, const char *publish);

#endif
