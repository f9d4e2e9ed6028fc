/* work.h: what each node of an archive has for itself of the work that is divided. */
#ifndef ANALYSIS_DIVISION_WORK_H
#define ANALYSIS_DIVISION_WORK_H

#include "analysis/division/tree.h"

/* Returns the work of each node without what is below it, by its row. By time, a loop that was only
 * counted has its part of the exclusive time around it, by trips; then `shared` is set. To be
 * freed.
 */
uint64_t *division_work_new(const struct archive *archive, enum division_work work, bool *shared);

#endif
