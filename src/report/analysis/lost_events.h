/* lost_events.h: why events are missing that were to be logged, and what to do. */
#ifndef REPORT_ANALYSIS_LOST_EVENTS_H
#define REPORT_ANALYSIS_LOST_EVENTS_H

#include "archive/archive.h"
#include "util/buffer.h"

/* Adds `between` and what to do so that they are not missing the next time: "raise --max-size of
 * `triptych run`"; nothing if that is not known. */
void report_lost_events(const struct archive *archive, const char *between, struct buffer *to);

#endif
