/* work.h: the exclusive work of each node of an archive. */
#ifndef ANALYSIS_DIVISION_WORK_H
#define ANALYSIS_DIVISION_WORK_H

#include "analysis/division/tree.h"

/* Returns the exclusive work of each node, by its row. By time, a loop that was only counted gets a
 * part of the exclusive time around it, in proportion to its trips; `shared` is then set. The
 * caller frees the array. */
uint64_t *division_work_new(const struct archive *archive, enum analysis_division_work work,
                            bool *shared);

#endif
