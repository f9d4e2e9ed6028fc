/* walk.h: computes the parts of the critical path. */
#ifndef ANALYSIS_CRITICAL_WALK_H
#define ANALYSIS_CRITICAL_WALK_H

#include "analysis/critical.h"
#include "analysis/critical/waits.h"

/* Walks from the end of a lane backwards to the start of the run; fills in the stretches and the
 * length. */
void critical_walk(const struct archive *archive, const struct critical_waits *waits, uint32_t lane,
                   struct analysis_critical *to);

/* Finds what lanes did in these stretches; fills in items and places. False if events cannot be
 * read. */
bool critical_regions(const struct archive *archive, struct analysis_critical *to);

/* Finds the code without MPI calls that takes most of the time between two calls. */
void critical_look_inside(const struct archive *archive, struct analysis_critical *to);

#endif
