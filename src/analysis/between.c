/* between.c: see between.h */
#include "analysis/between.h"

#include "archive/messages/mpi_calls.h"

#include <triptych/probes.h>

/* Sets two nodes to their ancestors that have the same parent. A parent's row is smaller, and all
 * nodes of a lane have its root in common. */
static void climb(const uint32_t *parent, uint32_t *a, uint32_t *b)
{
    while (parent[*a] != parent[*b]) {
        bool a_is_lower =
            parent[*b] == ARCHIVE_NONE || (parent[*a] != ARCHIVE_NONE && parent[*a] > parent[*b]);
        uint32_t *lower = a_is_lower ? a : b;
        *lower = parent[*lower];
    }
}

/* True if a region's line is where it is reached: that of a routine is where it is defined. */
static bool is_placed(const struct archive *archive, uint32_t region)
{
    return archive->regions.line[region] &&
           (archive->regions.kind[region] == TRI_KIND_LOOP || archive_mpi_is_call(archive, region));
}

/* True if a lane that comes from `a` to `b`, both directly below a routine, has left the routine in
 * between: no visit of it reaches one of them twice, and `b` is not behind `a` in the source. */
static bool has_left(const struct archive *archive, uint32_t a, uint32_t b)
{
    const struct archive_nodes *nodes = &archive->nodes;
    const struct archive_regions *regions = &archive->regions;
    uint32_t around = nodes->parent[a], from = nodes->region[a], to = nodes->region[b];
    if (regions->kind[nodes->region[around]] != TRI_KIND_ROUTINE ||
        nodes->visits[a] > nodes->visits[around] || nodes->visits[b] > nodes->visits[around])
        return false;
    return a == b ||
           (is_placed(archive, from) && is_placed(archive, to) &&
            regions->file[from] == regions->file[to] && regions->line[from] > regions->line[to]);
}

uint32_t analysis_between_region(const struct archive *archive, uint32_t a, uint32_t b)
{
    const uint32_t *parent = archive->nodes.parent;
    bool apart = a != ARCHIVE_NONE && archive->nodes.lane[a] == archive->nodes.lane[b];
    if (!apart)
        a = b;
    climb(parent, &a, &b);
    while (apart && parent[a] != ARCHIVE_NONE && has_left(archive, a, b))
        a = b = parent[a];
    return parent[a] == ARCHIVE_NONE ? 0 : archive->nodes.region[parent[a]];
}
