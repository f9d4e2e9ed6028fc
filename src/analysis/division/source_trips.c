/* source_trips.c: see source_trips.h */
#include "analysis/division/source_trips.h"

#include "format/loops.h"
#include "util/memory.h"

#include <string.h>

uint8_t *analysis_division_source_trips(const struct archive *archive)
{
    const struct archive_loops *loops = &archive->loops;
    uint8_t *trips = memory_zeroed(archive->regions.rows + 1, sizeof *trips);
    for (size_t i = 0; i < loops->rows; i++) {
        if (loops->region[i] >= archive->regions.rows)
            continue;
        trips[loops->region[i]] |= loops->factor[i]                       ? DIVISION_TRIPS_SOURCE
                                   : loops->flags[i] & FORMAT_LOOP_VECTOR ? DIVISION_TRIPS_VECTOR
                                                                          : DIVISION_TRIPS_OWN;
        if (loops->flags[i] & FORMAT_LOOP_RESTS)
            trips[loops->region[i]] |= DIVISION_TRIPS_FEWEST;
    }
    for (size_t i = 0; i < archive->regions.rows; i++)
        trips[i] = trips[i] ? trips[i] : DIVISION_TRIPS_SOURCE;
    return trips;
}
