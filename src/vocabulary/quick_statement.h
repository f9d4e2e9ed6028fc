/* quick_statement.h: reads statements of compiled code: see quick.c. */
#ifndef VOCABULARY_QUICK_STATEMENT_H
#define VOCABULARY_QUICK_STATEMENT_H

#include "vocabulary/quick_expression.h"

/* True if another statement begins here, so that the one before it is a call. */
bool vocabulary_quick_is_end_of_call(const struct quick_reading *reading);

/* Returns the operation that ends the expression which begins here; FORMAT_OP_STOP if it does more
 * than read. */
enum format_vocabulary_op vocabulary_quick_ending(const struct quick_reading *reading);

/* Reads the expression of a named value or of a state, which ends with that operation. */
bool vocabulary_quick_expression(struct quick_reading *reading, enum format_vocabulary_op end,
                                 struct format_vocabulary_operand *to, uint64_t *word);

/* Reads a named value, which stays where the other code expects it, and adds its bit. */
bool vocabulary_quick_keep(struct quick_reading *reading, uint32_t *known);

/* Returns the number of the first value, not before `from`, that the code does not use. */
unsigned vocabulary_quick_first_free(const struct vocabulary_code *code, unsigned from);

#endif
