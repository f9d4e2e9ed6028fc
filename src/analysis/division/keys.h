/* keys.h: names of regions by which they are found again in another run. */
#ifndef ANALYSIS_DIVISION_KEYS_H
#define ANALYSIS_DIVISION_KEYS_H

#include "analysis/division/sources.h"
#include "archive/archive.h"
#include "util/interned.h"

/* Returns the number of each region's key, by row. A routine's key is its name; a loop's key is its
 * routine, the text of its file, its line, and its position among the loops of that line, or
 * without a line its address. The caller frees the array. */
uint32_t *division_keys(const struct archive *archive, const struct division_sources *sources,
                        struct interned *keys);

/* Returns the length of a routine's name without the suffixes of a compiler's copies and parts,
 * which differ with the compiler and its options. */
size_t analysis_division_plain_length(const char *name);

#endif
