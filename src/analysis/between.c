/* between.c: see between.h */
#include "analysis/between.h"

uint32_t analysis_between_region(const struct archive *archive, uint32_t a, uint32_t b)
{
    const uint32_t *parent = archive->nodes.parent;
    if (a == ARCHIVE_NONE || archive->nodes.lane[a] != archive->nodes.lane[b])
        a = b;
    a = parent[a];
    b = parent[b];
    while (a != b) { /* a parent's row is smaller; all nodes of a lane have its root in common */
        if (b == ARCHIVE_NONE || (a != ARCHIVE_NONE && a > b))
            a = parent[a];
        else
            b = parent[b];
    }
    return a == ARCHIVE_NONE ? 0 : archive->nodes.region[a];
}
