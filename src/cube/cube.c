/* cube.c: the times of nodes, and what was estimated of the measuring itself. */
#include "cube/cube.h"

#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* What a node adds to the time of all above it by being measured, ns. Files and pauses have no
 * probes. */
static double cost_of(const struct archive *archive, uint32_t node)
{
    const struct archive_nodes *nodes = &archive->nodes;
    const struct archive_regions *regions = &archive->regions;
    uint32_t region = nodes->region[node];
    uint32_t place = archive->lanes.place[nodes->lane[node]];
    uint32_t kind = regions->kind[region];
    double each =
        nodes->timed[node] ? archive->places.cost_pair[place] : archive->places.cost_count[place];
    if (!region || kind == TRI_KIND_FILE || kind == TRI_KIND_PAUSE)
        return 0;
    if (!nodes->timed[node] && kind == TRI_KIND_LOOP && regions->flags[region] & TRI_LEAF)
        each /= 2; /* all is done in one step at its end */
    double cost = each * (double)nodes->count[node];
    return cost > 0 && cost < 1e19 ? cost : 0; /* not a number: the calibration was damaged */
}

static double inside_of(const struct archive *archive, uint32_t node)
{
    uint32_t place = archive->lanes.place[archive->nodes.lane[node]];
    double cost = archive->places.cost_inside[place] * (double)archive->nodes.count[node];
    return archive->nodes.region[node] && cost > 0 && cost < 1e19 ? cost : 0;
}

static void link_children(struct cube *cube)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++)
        cube->first[i] = cube->next[i] = ARCHIVE_NONE;
    for (uint32_t i = (uint32_t)nodes->rows;
         i-- > 0;) { /* backwards: children come out in their order */
        uint32_t parent = nodes->parent[i];
        if (parent == ARCHIVE_NONE)
            continue;
        cube->next[i] = cube->first[parent];
        cube->first[parent] = i;
    }
}

/* Inclusive times, and the overhead. */
static void find_times(struct cube *cube)
{
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    double *below =
        memory_zeroed(nodes->rows, sizeof *below); /* cost of all probes in the subtree below */
    double overhead = 0;
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) {
        double cost = cost_of(archive, i);
        uint32_t parent = nodes->parent[i];
        overhead += cost;
        if (parent != ARCHIVE_NONE)
            below[parent] += below[i] + cost;
        if (!nodes->timed[i])
            continue;
        cube->time[i] = number_add(nodes->time[i], nodes->open_time[i]);
        double added = below[i] + inside_of(archive, i);
        if (cube->compensated)
            cube->time[i] =
                number_minus(cube->time[i], added < 1e19 ? (uint64_t)added : UINT64_MAX);
    }
    cube->overhead = overhead < 1e19 ? (uint64_t)overhead : UINT64_MAX;
    free(below);
}

/* A file's time is its I/O statement's own. */
static bool is_part(const struct archive *archive, uint32_t node)
{
    return archive->nodes.timed[node] &&
           archive->regions.kind[archive->nodes.region[node]] != TRI_KIND_FILE;
}

/* Self times: what timed regions below took is passed upwards to the nearest timed node. */
static void find_self_times(struct cube *cube)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    uint64_t *below = memory_zeroed(nodes->rows, sizeof *below);
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) {
        uint32_t parent = nodes->parent[i];
        uint64_t up = below[i];
        if (is_part(cube->archive, i)) {
            cube->self[i] = number_minus(cube->time[i], below[i]);
            up = cube->time[i];
        } else if (nodes->timed[i]) {
            cube->self[i] = cube->time[i];
        }
        if (parent != ARCHIVE_NONE)
            below[parent] = number_add(below[parent], up);
        else
            cube->total = number_add(cube->total, cube->time[i]);
        if (cube->archive->regions.kind[nodes->region[i]] == TRI_KIND_PAUSE)
            cube->paused = number_add(cube->paused, cube->time[i]);
    }
    free(below);
}

struct cube *cube_new(const struct archive *archive, bool compensate)
{
    struct cube *cube = memory_zeroed(1, sizeof *cube);
    size_t rows = archive->nodes.rows;
    cube->archive = archive;
    cube->compensated = compensate;
    cube->time = memory_zeroed(rows, sizeof *cube->time);
    cube->self = memory_zeroed(rows, sizeof *cube->self);
    cube->first = memory_zeroed(rows, sizeof *cube->first);
    cube->next = memory_zeroed(rows, sizeof *cube->next);
    link_children(cube);
    find_times(cube);
    find_self_times(cube);
    return cube;
}

void cube_free(struct cube *cube)
{
    if (!cube)
        return;
    free(cube->time);
    free(cube->self);
    free(cube->first);
    free(cube->next);
    free(cube);
}
