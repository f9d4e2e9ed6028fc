/* quick_set.h: reads the states that compiled code sets: see quick.h. */
#ifndef VOCABULARY_QUICK_SET_H
#define VOCABULARY_QUICK_SET_H

#include "vocabulary/quick_operand.h"

/* Reads a new value of a state, on a condition if there is one. */
bool vocabulary_quick_set(struct quick_reading *reading,
                          const struct format_vocabulary_operand *when);

/* Adds the steps that set states, and counts them. */
bool vocabulary_quick_add_sets(struct quick_reading *reading, uint8_t *count);

#endif
