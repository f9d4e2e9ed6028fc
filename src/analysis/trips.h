/* trips.h: the time that trips of loops took. The time of a loop that was only counted is part of
 * the exclusive time of the timed node around it. */
#ifndef ANALYSIS_TRIPS_H
#define ANALYSIS_TRIPS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stdint.h>

#define TRIPS_LONGEST 5000 /* ns: the longest trip without calls, even on a shared core */

bool analysis_trips_is_loop(const struct archive *archive, uint32_t node);

/* Returns, by node, the node whose exclusive time contains its time: itself if it was timed, else
 * the nearest timed one around it; ARCHIVE_NONE if there is none. The caller frees the array. */
uint32_t *analysis_trips_owners(const struct archive *archive);

/* Returns, by node, the trips in its exclusive time. The caller frees the array. */
uint64_t *analysis_trips_inside(const struct archive *archive, const uint32_t *owners);

/* Returns the longest time, in ns, that this many trips can take. Any time beyond that was spent in
 * code that they call, and in which nothing was counted. */
uint64_t analysis_trips_limit(uint64_t trips);

#endif
