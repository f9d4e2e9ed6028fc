/* paths.c: see paths.h */
#include "export/paths.h"

#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdlib.h>
#include <triptych/probes.h>

bool paths_is_share(const struct archive *archive, uint32_t node)
{
    uint32_t kind = archive->regions.kind[archive->nodes.region[node]];
    return kind == TRI_KIND_FILE || kind == TRI_KIND_OBJECT;
}

uint64_t paths_own(const struct cube *cube, uint32_t node, enum export_measure measure)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    bool root = nodes->parent[node] == ARCHIVE_NONE;
    switch (measure) {
    case EXPORT_TIME:
        return cube->self[node];
    case EXPORT_VISITS:
        return root ? 0 : nodes->visits[node];
    case EXPORT_TRIPS:
        return nodes->trips[node];
    case EXPORT_INSTRUCTIONS:
        return nodes->instructions[node];
    default:
        return nodes->bytes[node];
    }
}

static uint32_t row_of(struct paths *paths, struct pairs *known, uint32_t parent, uint32_t key,
                       uint32_t region, uint32_t lane)
{
    uint32_t row = pairs_add(known, parent, key, (uint32_t)paths->count);
    if (row == paths->count) {
        paths->rows = memory_grow(paths->rows, &paths->room, paths->count + 1, sizeof *paths->rows);
        paths->rows[paths->count++] =
            (struct path){.parent = parent, .region = region, .lane = lane};
    }
    return row;
}

static void add_node(struct path *path, const struct cube *cube, uint32_t node,
                     enum export_measure measure)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    uint64_t unended = number_add(nodes->unfinished[node], nodes->aborted[node]);
    path->own = number_add(path->own, paths_own(cube, node, measure));
    path->visits = number_add(path->visits, nodes->visits[node]);
    path->trips = number_add(path->trips, nodes->trips[node]);
    path->ended = number_add(path->ended, number_minus(nodes->visits[node], unended));
    path->timed |= nodes->timed[node];
}

void paths_init(struct paths *paths, const struct export_labels *labels,
                enum export_measure measure, bool by_lane)
{
    const struct cube *cube = labels->cube;
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t *row = memory_zeroed(nodes->rows + 1, sizeof *row);
    struct pairs known = {0};
    *paths = (struct paths){.measure = measure};
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i], lane = by_lane ? nodes->lane[i] : ARCHIVE_NONE;
        if (paths_is_share(archive, i)) {
            row[i] = ARCHIVE_NONE;
            continue;
        }
        if (parent != ARCHIVE_NONE && row[parent] == ARCHIVE_NONE)
            row[i] = ARCHIVE_NONE; /* a node below a share: only in damaged archives */
        else if (parent == ARCHIVE_NONE)
            row[i] = row_of(paths, &known, ARCHIVE_NONE, by_lane ? lane : 0, 0, lane);
        else
            row[i] = row_of(paths, &known, row[parent], nodes->region[i], nodes->region[i], lane);
        if (row[i] != ARCHIVE_NONE)
            add_node(&paths->rows[row[i]], cube, i, measure);
    }
    for (size_t i = paths->count; i-- > 0;) {
        struct path *path = &paths->rows[i];
        path->all = number_add(path->all, path->own);
        if (path->parent == ARCHIVE_NONE)
            paths->total = number_add(paths->total, path->all);
        else
            paths->rows[path->parent].all = number_add(paths->rows[path->parent].all, path->all);
    }
    pairs_free(&known);
    free(row);
}

void paths_free(struct paths *paths)
{
    free(paths->rows);
    *paths = (struct paths){0};
}
