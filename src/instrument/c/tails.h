/* tails.h: the parts of tails.c. */
#ifndef INSTRUMENT_C_TAILS_H
#define INSTRUMENT_C_TAILS_H

#include "instrument/c/scope.h"

/* Whether the call is the last thing that its function does, but for integer arithmetic on the
 * result, of which compilers make a loop, too. */
bool tail_position(const struct scope *scope, const struct node *call);

/* The return statement that runs next after a statement; the function's body: the function ends;
 * NULL: something else runs, or that is not known. */
const struct node *tail_next(const struct scope *scope, const struct node *statement);

/* Where the visit can end so that the call keeps its position. ENDING_NONE: nowhere, and `reason`
 * says why. */
enum ending tail_ending(const struct scope *scope, const struct node *call, const char **reason);

/* Writes the end of the visit, for a call that has one. */
void tail_emit(struct scope *scope, const struct node *call);

/* Whether a call of the function has several arguments with calls, which are counted to find the
 * last of them. */
bool tail_has_parts(const struct scope *scope);

#endif
