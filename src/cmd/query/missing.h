/* missing.h: reports which events the result of a query lacks. */
#ifndef CMD_QUERY_MISSING_H
#define CMD_QUERY_MISSING_H

#include "archive/archive.h"
#include "query/exec/plan.h"
#include "util/buffer.h"

/* Appends which events the archive lacks, if the result is made of events: dropped, filtered, of
 * kinds that were not logged, or all of them. False if none is missing; then nothing is appended.
 */
bool cmd_query_missing(struct buffer *to, const struct archive *archive,
                       const struct query_plan *plan);

/* Prints the same as a message. */
void cmd_query_say_missing(const struct archive *archive, const struct query_plan *plan);

#endif
