/* unfinished.c: see unfinished.h */
#include "analysis/unfinished.h"

#include "util/memory.h"

uint32_t *analysis_unfinished_visits(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t *visits = memory_zeroed(archive->lanes.rows + 1, sizeof *visits);
    for (size_t i = 0; i < archive->lanes.rows; i++)
        visits[i] = ARCHIVE_NONE;
    for (size_t i = 0; i < nodes->rows; i++) { /* a child's row is larger than its parent's */
        if (nodes->unfinished[i] && nodes->region[i])
            visits[nodes->lane[i]] = (uint32_t)i;
    }
    return visits;
}
