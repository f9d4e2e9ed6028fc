/* checks.h: whether an archive has all that the critical path needs. */
#ifndef ANALYSIS_CRITICAL_CHECKS_H
#define ANALYSIS_CRITICAL_CHECKS_H

#include "analysis/critical.h"

/* Whether the path may go through a place: through ranks, where these are known, and not through a
 * process that was replaced by exec. */
bool critical_counts(const struct archive *archive, uint32_t place);

/* What is logged, by row of places, as bits of enum format_events_kind; to be freed. */
uint32_t *critical_logged(const struct archive *archive);

/* Fills in the state, and what is missing; true if nothing is. */
bool critical_check(const struct archive *archive, struct critical *to);

/* Fills in why calls of these kinds were counted, but are not in the logs: they were not to be
 * logged, or the logs are gone. */
void critical_check_unseen(const struct archive *archive, uint32_t kinds, uint64_t calls,
                           struct critical *to);

#endif
