/* checks.h: checks if an archive has all data that the critical path needs. */
#ifndef ANALYSIS_CRITICAL_CHECKS_H
#define ANALYSIS_CRITICAL_CHECKS_H

#include "analysis/critical.h"

/* True if the path may go through a place: ranks only, where these are known, and no process that
 * was replaced by exec. */
bool critical_counts(const struct archive *archive, uint32_t place);

/* Returns, by row of places, what is logged, as bits of enum format_events_kind; the caller frees
 * the array. */
uint32_t *critical_logged(const struct archive *archive);

/* Sets the state, and what is missing. True if nothing is. */
bool critical_check(const struct archive *archive, struct analysis_critical *to);

/* Sets why calls of these kinds were counted, but are not in the logs: they were not to be logged,
 * or the logs are lost. */
void critical_check_unseen(const struct archive *archive, uint32_t kinds, uint64_t calls,
                           struct analysis_critical *to);

#endif
