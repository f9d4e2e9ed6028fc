/* between.h: the region between two calls of a lane. */
#ifndef ANALYSIS_BETWEEN_H
#define ANALYSIS_BETWEEN_H

#include "archive/archive.h"

/* Returns the innermost region that a lane did not leave between two calls, given as rows of nodes,
 * `b` after `a`. If `a` is ARCHIVE_NONE or of another lane, returns the region around `b`.
 * 0: none. */
uint32_t analysis_between_region(const struct archive *archive, uint32_t a, uint32_t b);

#endif
