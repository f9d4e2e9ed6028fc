/* names.h: keeps texts of the program, for regions that are named by them. */
#ifndef MEASURE_VOCABULARY_NAMES_H
#define MEASURE_VOCABULARY_NAMES_H

#include "format/vocabulary.h"

/* Returns a copy that stays, the same one for the same text; NULL if it cannot be read, or if there
 * are too many. Texts of the vocabulary itself, and copies, are returned as they are. */
const char *measure_vocabulary_name(const struct format_vocabulary_data *data, uint64_t address);

/* Returns such a copy of a text of our own. */
const char *measure_vocabulary_keep_name(const char *text);

#endif
