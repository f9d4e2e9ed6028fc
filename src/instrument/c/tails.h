/* tails.h: the questions that tails.c asks about a call in tail position, each with a file of its
 * own. */
#ifndef INSTRUMENT_C_TAILS_H
#define INSTRUMENT_C_TAILS_H

#include "instrument/c/scope.h"

/* True if the call is the last action of its function, except for integer arithmetic on its result:
 * compilers turn that into a loop, too. */
bool tail_position(const struct scope *scope, const struct node *call);

/* Returns the return statement that is executed next after a statement, or the function's body if
 * the function ends there. NULL if something else is executed, or if that is not known. */
const struct node *tail_next(const struct scope *scope, const struct node *statement);

/* Chooses where the visit can end so that the call stays in tail position. ENDING_NONE: nowhere,
 * and *reason says why. */
enum ending tail_ending(const struct scope *scope, const struct node *call, const char **reason);

/* Writes the end of the visit at the place that call->ending names. */
void tail_emit(struct scope *scope, const struct node *call);

/* True if several arguments of such a call of the function contain calls. The program then counts
 * them, because the visit ends after the one that is evaluated last. */
bool tail_has_parts(const struct scope *scope);

#endif
