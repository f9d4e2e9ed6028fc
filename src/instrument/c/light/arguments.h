/* arguments.h: light regions inside the arguments of a call that may not come back. What they count
 * has to be handed over behind them and before the call. */
#ifndef INSTRUMENT_C_LIGHT_ARGUMENTS_H
#define INSTRUMENT_C_LIGHT_ARGUMENTS_H

#include "instrument/c/light/light.h"

/* Whether a probe can stand behind each argument of the call. */
bool arguments_are_written(const struct unit *unit, const struct node *call);

/* One argument of a call, with its offsets. */
struct argument {
    const struct node *node;
    size_t start, end;
    size_t token; /* behind it: arguments_next */
};

/* Goes to the next argument, from a zeroed one to the first. The arguments must be written
 * (arguments_are_written). False: there is no other. */
bool arguments_next(const struct unit *unit, const struct node *call, struct argument *argument);

/* Has a statement run after the argument was evaluated. */
void arguments_follow(struct unit *unit, const struct node *call, const struct argument *argument,
                      const char *statement);

/* Whether the owner counts something in the arguments of the call. */
bool arguments_count(const struct owner *owner, const struct node *call);

/* Hands over behind each argument in which the owner counts something. The arguments must be
 * written (arguments_are_written). `publish`: the expression that hands over. */
void arguments_publish(const struct owner *owner, const struct node *call, const char *publish);

#endif
