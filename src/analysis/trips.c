/* trips.c: see trips.h */
#include "analysis/trips.h"

#include "util/memory.h"
#include "util/number.h"

#include <triptych/probes.h>

bool analysis_trips_is_loop(const struct archive *archive, uint32_t node)
{
    return archive->regions.kind[archive->nodes.region[node]] == TRI_KIND_LOOP;
}

uint32_t *analysis_trips_owners(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t *owners = memory_zeroed(nodes->rows + 1, sizeof *owners);
    for (uint32_t i = 0; i < nodes->rows; i++) { /* a parent's row is smaller than its child's */
        uint32_t parent = nodes->parent[i];
        owners[i] = nodes->timed[i] ? i : parent == ARCHIVE_NONE ? ARCHIVE_NONE : owners[parent];
    }
    return owners;
}

uint64_t *analysis_trips_inside(const struct archive *archive, const uint32_t *owners)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t *trips = memory_zeroed(nodes->rows + 1, sizeof *trips);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (analysis_trips_is_loop(archive, i) && owners[i] != ARCHIVE_NONE)
            trips[owners[i]] = number_add(trips[owners[i]], nodes->trips[i]);
    }
    return trips;
}

uint64_t analysis_trips_limit(uint64_t trips)
{
    return number_scale(trips, TRIPS_LONGEST, 1);
}
