/* quick_sum.h: reads functions with several acts, or with one that is repeated, of which nothing
 * but the bytes of them all is needed while messages are not logged; for quick.c. */
#ifndef VOCABULARY_QUICK_SUM_H
#define VOCABULARY_QUICK_SUM_H

#include "vocabulary/quick_expression.h"

/* True if the code has several acts, or one that is repeated, or that only begins or ends what is
 * logged. */
bool vocabulary_quick_is_sum(const struct quick_reading *reading);

/* Reads a statement with such an act, and adds its bytes to reading->total. False if the statement
 * is another one, or if it has no quick form. */
bool vocabulary_quick_add_act(struct quick_reading *reading);

#endif
