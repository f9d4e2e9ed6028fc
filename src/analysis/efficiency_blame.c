/* efficiency_blame.c: where the rank that computes the longest does more than others. */
#include "analysis/efficiency.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* Which nodes have a call of MPI below them, or are one. */
static bool *find_callers(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    bool *calls = memory_zeroed(nodes->rows + 1, sizeof *calls);
    for (size_t i = nodes->rows; i-- > 0;) { /* a child's row is larger than its parent's */
        if (nodes->count[i] && efficiency_is_mpi(archive, nodes->region[i]))
            calls[i] = true;
        if (calls[i] && nodes->parent[i] != ARCHIVE_NONE)
            calls[nodes->parent[i]] = true;
    }
    return calls;
}

static bool is_code(const struct archive *archive, uint32_t region)
{
    uint32_t kind = archive->regions.kind[region];
    return kind == TRI_KIND_ROUTINE || kind == TRI_KIND_LOOP || kind == TRI_KIND_USER ||
           kind == TRI_KIND_PARALLEL || kind == TRI_KIND_WORK || kind == TRI_KIND_IO;
}

/* The outermost piece of code without MPI in it: what is in between two calls. */
static bool is_piece(const struct archive *archive, const bool *calls, uint32_t node)
{
    uint32_t parent = archive->nodes.parent[node];
    if (calls[node] || !is_code(archive, archive->nodes.region[node]))
        return false;
    return parent == ARCHIVE_NONE || calls[parent] || !archive->nodes.region[parent];
}

struct efficiency_blame efficiency_blame_find(const struct cube *cube,
                                              const struct efficiency *efficiency)
{
    const struct archive *archive = cube->archive;
    struct efficiency_blame found = {0};
    if (!efficiency->count)
        return found;
    uint32_t *rank_of_lane = memory_zeroed(archive->lanes.rows + 1, sizeof *rank_of_lane);
    uint64_t *most = memory_zeroed(archive->regions.rows + 1, sizeof *most);
    uint64_t *all = memory_zeroed(archive->regions.rows + 1, sizeof *all);
    bool *calls = find_callers(archive);
    for (size_t i = 0; i < efficiency->count; i++)
        rank_of_lane[efficiency->ranks[i].lane] = (uint32_t)i + 1;
    for (uint32_t i = 0; i < archive->nodes.rows; i++) {
        uint32_t region = archive->nodes.region[i], rank = rank_of_lane[archive->nodes.lane[i]];
        if (!rank || !is_piece(archive, calls, i))
            continue;
        all[region] = number_add(all[region], cube->time[i]);
        if (rank - 1 == efficiency->busiest)
            most[region] = number_add(most[region], cube->time[i]);
    }
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        uint64_t mean = all[i] / efficiency->count;
        if (most[i] > mean && most[i] - mean > number_minus(found.most, found.mean))
            found = (struct efficiency_blame){i, most[i], mean};
    }
    uint64_t whole = number_minus(efficiency->most, efficiency->useful / efficiency->count);
    if (2 * number_minus(found.most, found.mean) < whole)
        found = (struct efficiency_blame){0};
    free(rank_of_lane);
    free(most);
    free(all);
    free(calls);
    return found;
}
