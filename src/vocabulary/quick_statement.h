/* quick_statement.h: reads statements of compiled code: see quick.c. */
#ifndef VOCABULARY_QUICK_STATEMENT_H
#define VOCABULARY_QUICK_STATEMENT_H

#include "vocabulary/quick_expression.h"

/* Returns the operation that ends the expression which begins here; FORMAT_OP_STOP if it does more
 * than read. */
enum format_vocabulary_op vocabulary_quick_ending(const struct quick_reading *reading);

/* Reads a named value, which stays where the other code expects it, and adds its bit. */
bool vocabulary_quick_keep(struct quick_reading *reading, uint32_t *known);

/* Returns the number of the first value, not before `from`, that the code does not use. */
unsigned vocabulary_quick_first_free(const struct vocabulary_code *code, unsigned from);

#endif
