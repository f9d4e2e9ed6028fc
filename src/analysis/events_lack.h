/* events_lack.h: tests if events of some kind are missing in what was logged. */
#ifndef ANALYSIS_EVENTS_LACK_H
#define ANALYSIS_EVENTS_LACK_H

#include "archive/archive.h"

/* True if events of that kind (one of enum format_events_kind) may be missing although they were to
 * be logged: they were dropped or filtered, or the archive is an excerpt. */
bool analysis_events_lack(const struct archive *archive, uint32_t kind);

/* Returns the errno of a failure for which events could not be written; 0: there was none. */
uint32_t analysis_events_error(const struct archive *archive);

/* True if events are missing because a log reached its limit. */
bool analysis_events_limited(const struct archive *archive);

#endif
