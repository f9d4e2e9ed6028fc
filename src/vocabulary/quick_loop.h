/* quick_loop.h: reads what is around an act of several: its condition, and the loop that repeats
 * it; for quick_sum.c and quick_message.c. */
#ifndef VOCABULARY_QUICK_LOOP_H
#define VOCABULARY_QUICK_LOOP_H

#include "vocabulary/quick_expression.h"

enum { QUICK_LOOP_TAIL = 6 }; /* words at the end of a loop, which add 1 to its number, and jump */

/* Reads a condition up to its jump, and to where that leads; without one, *end is 0. */
bool vocabulary_quick_when(struct quick_reading *reading, struct format_vocabulary_operand *when,
                           size_t *end);

/* Finds the end of a loop that begins here, and its number; false if there is none. */
bool vocabulary_quick_find_loop(const struct quick_reading *reading, unsigned *number, size_t *end);

/* Reads how often a loop is repeated, which does not depend on its number. False if a call inside
 * it has the address of a value: what one repetition leaves there, the next one finds, and behind a
 * loop of none it is not known. */
bool vocabulary_quick_times(struct quick_reading *reading, size_t end,
                            struct format_vocabulary_operand *times);

/* Returns the number of a loop as an operand. */
static inline struct format_vocabulary_operand vocabulary_quick_loop_number(unsigned number)
{
    return (struct format_vocabulary_operand){.source = (uint8_t)(FORMAT_SOURCE_VALUES + number),
                                              .type = 8 | FORMAT_TYPE_SIGNED,
                                              .factor = 1};
}

/* Adds a step whose value has a place already. NULL if there is no room. */
struct format_vocabulary_step *vocabulary_quick_add_step(struct quick_reading *reading, unsigned op,
                                                         uint8_t to);

/* True if steps find no state: what they find must not be used elsewhere, as they may not be done
 * at all. */
bool vocabulary_quick_find_no_state(const struct vocabulary_steps *steps, unsigned from);

#endif
