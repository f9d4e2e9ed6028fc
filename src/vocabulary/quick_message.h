/* quick_message.h: reads functions with several messages, or with one that is repeated, where
 * messages are logged; for quick.c. */
#ifndef VOCABULARY_QUICK_MESSAGE_H
#define VOCABULARY_QUICK_MESSAGE_H

#include "vocabulary/quick_expression.h"

/* Reads a statement with such a message, and adds the steps that log it. False if the statement is
 * another one, or if it has no quick form. */
bool vocabulary_quick_add_message(struct quick_reading *reading);

#endif
