/* pattern.h: names with families in them, such as module_{MODULE}, compared with names that a
 * program has. */
#ifndef VOCABULARY_PATTERN_H
#define VOCABULARY_PATTERN_H

#include "util/buffer.h"
#include "vocabulary/tree.h"

#include <stdbool.h>

/* True if the name matches. The families of the pattern are then bound to what stands in their
 * place; a family that is there twice stands for the same word. */
bool vocabulary_pattern_bind(struct vocabulary *vocabulary, const char *pattern, const char *name);

/* Adds a text whose families are bound, as people read it. */
void vocabulary_pattern_fill(const struct vocabulary *vocabulary, const char *text,
                             struct buffer *to);

#endif
