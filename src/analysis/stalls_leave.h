/* stalls_leave.h: stalled ranks that may leave their MPI calls without the others doing anything.
 */
#ifndef ANALYSIS_STALLS_LEAVE_H
#define ANALYSIS_STALLS_LEAVE_H

#include "analysis/stall.h"
#include "archive/archive.h"

/* Sets `works` of each stall. */
void stalls_find_working(const struct archive *archive, struct analysis_stalls *stalls);

/* Sets `may_leave`, which `works` of each stall tells of. */
void stalls_find_leaving(const struct archive *archive, struct analysis_stalls *stalls);

/* True if the other members know the communicator by its id. */
bool stalls_has_id(const struct archive *archive, uint32_t communicator);

#endif
