/* leave_lost.h: counts calls that did not return, in a mapped file beside that of their
 * contexts. */
#ifndef MEASURE_LOOPS_LEAVE_LOST_H
#define MEASURE_LOOPS_LEAVE_LOST_H

#include "measure/loops/contexts.h"

/* Adds to the counts of a node of one of this thread's contexts. False if there is no room. */
bool leave_lost_add(struct format_context *context, uint32_t node, int64_t count, int64_t skipped);

/* In a forked child: starts with an empty file. The guard must be held. False with errno. */
bool leave_lost_fork(void);

#endif
