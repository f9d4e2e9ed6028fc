/* quick_expression.h: reads expressions of compiled code as operands and steps; for quick.c. */
#ifndef VOCABULARY_QUICK_EXPRESSION_H
#define VOCABULARY_QUICK_EXPRESSION_H

#include "vocabulary/quick_operand.h"

/* Reads operations as far as they have a quick form. */
void vocabulary_quick_read(struct quick_reading *reading);

/* Lets a named value be where the stack machine has it, so that a call can have its address. What
 * is on the stack already must not change with it. */
bool vocabulary_quick_settle(struct quick_reading *reading, uint32_t number);

/* Skips the expression of a field. False if it does more than read. */
bool vocabulary_quick_skip(struct quick_reading *reading);

#endif
