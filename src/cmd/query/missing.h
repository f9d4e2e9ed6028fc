/* missing.h: which events a result of a query lacks. */
#ifndef CMD_QUERY_MISSING_H
#define CMD_QUERY_MISSING_H

#include "archive/archive.h"
#include "query/exec/plan.h"
#include "util/buffer.h"

/* Adds which events are missing in an archive, if the result is made of events: dropped, filtered,
 * or of kinds that were not chosen. False: none is, and nothing was added. */
bool query_missing(struct buffer *to, const struct archive *archive, const struct plan *plan);

/* The same as a message. */
void query_say_missing(const struct archive *archive, const struct plan *plan);

#endif
