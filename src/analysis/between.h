/* between.h: where a lane is between two of its calls. */
#ifndef ANALYSIS_BETWEEN_H
#define ANALYSIS_BETWEEN_H

#include "archive/archive.h"

/* The innermost region that is around two calls, by their rows of nodes; `a` may be ARCHIVE_NONE,
 * or of another lane: then it is that around `b`. 0: none. */
uint32_t between_region(const struct archive *archive, uint32_t a, uint32_t b);

#endif
