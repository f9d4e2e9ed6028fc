/* lost.h: states that are not known, since functions of the program that set them cannot be
 * patched. */
#ifndef MEASURE_VOCABULARY_LOST_H
#define MEASURE_VOCABULARY_LOST_H

#include "format/vocabulary.h"

#include <stddef.h>
#include <stdint.h>

enum { LOST_TEXT = 1024 };

/* Notes that calls of a function are not seen, before its vocabularies are used. `why` is its
 * region's note; `address` is where its binary has it, as it was linked. */
void lost_add(struct format_vocabulary_data *data, struct format_vocabulary_function *function,
              const char *why, uint64_t address);

/* Makes all states unknown that these functions set, and what is computed from them, and lists in
 * `line` which ones and what is not recorded without them: "" if nothing is. */
void lost_apply(struct format_vocabulary_data *data, char line[LOST_TEXT]);

/* Adds the functions to the place's regions, once, when there is a place. */
void measure_vocabulary_tell_lost(void);

#endif
