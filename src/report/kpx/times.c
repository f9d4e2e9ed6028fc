/* times.c: times of which no other row of the same table has a part. */
#include "report/kpx/kpx.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* Whether a node has a time of its own in the table of a kind. */
static bool is_row(const struct view *view, uint32_t node, uint32_t kind)
{
    const struct archive *archive = view->archive;
    uint32_t region = archive->nodes.region[node], row = view->row_of_region[region];
    return archive->regions.kind[region] == kind && archive->nodes.timed[node] &&
           row != ARCHIVE_NONE && !view->regions.rows[row].sums.untimed;
}

/* Files and objects have a part of the time of what they are below, and pauses no time at all. */
static bool has_own_time(const struct view *view, uint32_t node)
{
    uint32_t kind = view->archive->regions.kind[view->archive->nodes.region[node]];
    return kind != TRI_KIND_FILE && kind != TRI_KIND_OBJECT && kind != TRI_KIND_PAUSE;
}

uint64_t *kpx_times(const struct view *view, uint32_t kind)
{
    const struct archive_nodes *nodes = &view->archive->nodes;
    uint64_t *times = memory_zeroed(view->archive->regions.rows + 1, sizeof *times);
    uint32_t *around = memory_zeroed(nodes->rows + 1, sizeof *around); /* region; 0: none */
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t above = nodes->parent[i];
        around[i] = is_row(view, i, kind)   ? nodes->region[i]
                    : above == ARCHIVE_NONE ? 0
                                            : around[above];
        if (around[i] && has_own_time(view, i))
            times[around[i]] = number_add(times[around[i]], view->cube->self[i]);
    }
    free(around);
    return times;
}
