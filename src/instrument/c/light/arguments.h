/* arguments.h: probes behind the arguments of a call. If a call may not return, the counts of light
 * regions in its arguments are handed over there: after the arguments, before the call. */
#ifndef INSTRUMENT_C_LIGHT_ARGUMENTS_H
#define INSTRUMENT_C_LIGHT_ARGUMENTS_H

#include "instrument/c/light/light.h"

/* True if a probe can be written behind each argument of the call: no macro makes them, and no
 * directive is among them. */
bool arguments_are_written(const struct unit *unit, const struct node *call);

/* One argument of a call, with its offsets. */
struct argument {
    const struct node *node;
    size_t start, end;
    size_t token; /* the token behind it: a comma, or the closing bracket */
};

/* Goes to the next argument of the call; to the first one if `argument` is zeroed. False if there
 * is none. arguments_are_written() must hold. */
bool arguments_next(const struct unit *unit, const struct node *call, struct argument *argument);

/* Writes the edits that execute a statement after the argument was evaluated. */
void arguments_follow(struct unit *unit, const struct node *call, const struct argument *argument,
                      const char *statement);

/* True if the owner counts something in the arguments of the call. */
bool arguments_count(const struct owner *owner, const struct node *call);

/* Writes `publish`, the expression that hands values over, behind each argument in which the owner
 * counts something. arguments_are_written() must hold. */
void arguments_publish(const struct owner *owner, const struct node *call, const char *publish);

#endif
