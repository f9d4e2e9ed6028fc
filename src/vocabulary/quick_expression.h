/* quick_expression.h: reads expressions of compiled code as operands and steps; for quick.c. */
#ifndef VOCABULARY_QUICK_EXPRESSION_H
#define VOCABULARY_QUICK_EXPRESSION_H

#include "vocabulary/quick_operand.h"

/* Reads operations as far as they have a quick form. */
void vocabulary_quick_read(struct quick_reading *reading);

/* Skips the expression of a field. False if it does more than read. */
bool vocabulary_quick_skip(struct quick_reading *reading);

#endif
