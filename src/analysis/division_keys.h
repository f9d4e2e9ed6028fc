/* division_keys.h: what regions are called, so that they can be found again in another run. */
#ifndef ANALYSIS_DIVISION_KEYS_H
#define ANALYSIS_DIVISION_KEYS_H

#include "archive/archive.h"
#include "util/interned.h"

/* By row of regions: the number of its key. A routine goes by its name; a loop by its routine, file
 * and line, and by its place among those of the same line; one without a line by its address. To be
 * freed. */
uint32_t *division_keys(const struct archive *archive, struct interned *keys);

#endif
