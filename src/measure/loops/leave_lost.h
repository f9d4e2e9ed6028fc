/* leave_lost.h: calls that did not come back, in a mapped file beside that of their contexts. */
#ifndef MEASURE_LOOPS_LEAVE_LOST_H
#define MEASURE_LOOPS_LEAVE_LOST_H

#include "measure/loops/contexts.h"

/* Adds to what is known of a node of one of this thread's contexts. False: there is no room. */
bool leave_lost_add(const struct format_context *context, uint32_t node, int64_t count,
                    int64_t skipped);

/* In a forked child, with the guard held: nothing is lost yet. */
bool leave_lost_fork(void);

#endif
