/* walk.h: the parts of the critical path. */
#ifndef ANALYSIS_CRITICAL_WALK_H
#define ANALYSIS_CRITICAL_WALK_H

#include "analysis/critical.h"
#include "analysis/critical/waits.h"

/* From the end of that lane backwards to the beginning of the run: fills in the stretches and the
 * length. */
void critical_walk(const struct archive *archive, const struct critical_waits *waits, uint32_t lane,
                   struct critical *to);

/* What lanes did in these stretches: fills in items and places. */
bool critical_regions(const struct archive *archive, struct critical *to);

/* Which code without calls of MPI takes most of what is between two calls. */
void critical_look_inside(const struct archive *archive, struct critical *to);

#endif
