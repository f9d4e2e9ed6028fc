/* early.h: finds out what of a function's description is known before the call, and the same after
 * it. */
#ifndef VOCABULARY_EARLY_H
#define VOCABULARY_EARLY_H

#include "vocabulary/tree.h"

/* True if an expression of a statement that comes after the call has the same value before it: it
 * needs neither the result, nor memory, nor what the statements before it compute after the call.
 * NULL as expression is one. */
bool vocabulary_is_early(const struct vocabulary *vocabulary,
                         const struct vocabulary_function *function,
                         const struct vocabulary_statement *statement,
                         const struct vocabulary_expression *expression);

/* True if the statement is a departure that happens before the call although it does not say so:
 * another place may know of it before the call returns. */
bool vocabulary_departs_early(const struct vocabulary *vocabulary,
                              const struct vocabulary_function *function,
                              const struct vocabulary_statement *statement);

/* Returns the `object` of a lock that the function takes or releases, if that is known before the
 * call; else NULL. */
const struct vocabulary_expression *
vocabulary_early_lock(const struct vocabulary *vocabulary,
                      const struct vocabulary_function *function,
                      const struct vocabulary_statement *statement);

#endif
