/* keys.h: what regions are called, so that they can be found again in another run. */
#ifndef ANALYSIS_DIVISION_KEYS_H
#define ANALYSIS_DIVISION_KEYS_H

#include "analysis/division/sources.h"
#include "archive/archive.h"
#include "util/interned.h"

/* By row of regions: the number of its key. A routine goes by its name; a loop by its routine, the
 * text of its file, its line, and its place among those of the same line; one without a line by its
 * address. To be freed. */
uint32_t *division_keys(const struct archive *archive, const struct division_sources *sources,
                        struct interned *keys);

/* The length of a routine's name without what a compiler put behind its copies and parts: another
 * compiler, or another level, makes others. */
size_t division_plain_length(const char *name);

#endif
