/* unfinished.h: where lanes are now, or were at the end. */
#ifndef ANALYSIS_UNFINISHED_H
#define ANALYSIS_UNFINISHED_H

#include "archive/archive.h"

/* Returns, by row of lanes, the node of the innermost unfinished visit, or ARCHIVE_NONE where there
 * is none. The caller frees the array. */
uint32_t *analysis_unfinished_visits(const struct archive *archive);

#endif
