/* stalls.h: ranks that were in an MPI call when the run was killed, or are in one now: whom they
 * wait for, and whether any of them can continue. */
#ifndef ANALYSIS_STALLS_H
#define ANALYSIS_STALLS_H

#include "analysis/stall.h"
#include "archive/archive.h"

struct analysis_stalls analysis_stalls_find(const struct archive *archive);
void analysis_stalls_free(struct analysis_stalls *stalls);

#endif
