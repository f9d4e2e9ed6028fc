/* quick_act.h: reads an act of compiled code, with its condition and its fields; for quick.c. */
#ifndef VOCABULARY_QUICK_ACT_H
#define VOCABULARY_QUICK_ACT_H

#include "vocabulary/quick_expression.h"

/* Reads `when EXPRESSION`, and how far it jumps. Without one, everything is within the range, and
 * *end is 0. */
bool vocabulary_quick_condition(struct quick_reading *reading, struct format_vocabulary_quick *to,
                                size_t *end);

/* Reads the act, behind its condition. */
bool vocabulary_quick_act(struct quick_reading *reading, enum format_act_type act,
                          struct format_vocabulary_quick *made);

/* True if the field is a number of bytes. */
bool vocabulary_quick_counts_bytes(uint8_t field);

/* True if nothing but bytes is recorded of such an act when it is not logged; `fields` are its
 * bits. */
bool vocabulary_quick_tells_bytes(enum format_act_type type, uint32_t fields);

#endif
