/* trips.h: the time that trips of loops took. A loop that was only counted has none of its own: its
 * time is part of the exclusive time of the timed node around it. */
#ifndef ANALYSIS_TRIPS_H
#define ANALYSIS_TRIPS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stdint.h>

#define TRIPS_LONGEST 5000 /* ns: a trip that calls nothing takes less, even on a shared core */

bool trips_is_loop(const struct archive *archive, uint32_t node);

/* Returns, by node, the node whose exclusive time its time is part of: itself if it was timed, else
 * the nearest timed one around it; ARCHIVE_NONE if there is none. To be freed. */
uint32_t *trips_owners(const struct archive *archive);

/* Returns, by node, the trips that are in its exclusive time. To be freed. */
uint64_t *trips_inside(const struct archive *archive, const uint32_t *owners);

/* Returns the longest time that so many trips can take; what is longer is in code that they call,
 * and of which nothing was counted. */
uint64_t trips_limit(uint64_t trips);

#endif
