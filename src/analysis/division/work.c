/* work.c: see work.h */
#include "analysis/division/work.h"

#include "analysis/trips.h"
#include "cube/cube.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

/* True if a node is work: waiting and communicating cannot be divided. */
static bool works(const struct archive *archive, uint32_t node)
{
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    return kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP || kind == TRI_KIND_IO ||
           kind == TRI_KIND_USER || kind == TRI_KIND_TASK || kind == TRI_KIND_WORK;
}

/* Distributes the exclusive times of nodes to the loops in them that were only counted. A node
 * keeps the time beyond what the trips can take, and the part of its own trips. True if any time
 * was distributed. */
static bool share_times(const struct archive *archive, uint64_t *work)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t *owners = analysis_trips_owners(archive);
    uint64_t *trips = analysis_trips_inside(archive, owners);
    uint64_t *left = memory_zeroed(nodes->rows + 1, sizeof *left);
    bool shared = false;
    memcpy(left, work, nodes->rows * sizeof *left);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t owner = owners[i];
        if (owner == i || owner == ARCHIVE_NONE || !analysis_trips_is_loop(archive, i) ||
            !trips[owner])
            continue;
        uint64_t part = number_scale(work[owner], nodes->trips[i], trips[owner]);
        uint64_t most = analysis_trips_limit(nodes->trips[i]);
        part = part < most ? part : most;
        left[i] = part;
        left[owner] = number_minus(left[owner], part);
        shared |= part > 0;
    }
    memcpy(work, left, nodes->rows * sizeof *left);
    free(left);
    free(trips);
    free(owners);
    return shared;
}

uint64_t *division_work_new(const struct archive *archive, enum analysis_division_work work,
                            bool *shared)
{
    const struct archive_nodes *nodes = &archive->nodes;
    struct cube *cube = work == DIVISION_TIME ? cube_new(archive, false) : NULL;
    uint64_t *by_node = memory_zeroed(nodes->rows + 1, sizeof *by_node);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (works(archive, i))
            by_node[i] = cube                            ? cube->self[i]
                         : work == DIVISION_INSTRUCTIONS ? nodes->instructions[i]
                                                         : nodes->trips[i];
    }
    *shared = cube && share_times(archive, by_node);
    if (cube)
        cube_free(cube);
    return by_node;
}
