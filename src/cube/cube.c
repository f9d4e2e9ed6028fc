/* cube.c: the times of nodes, and what was estimated of the measuring itself. */
#include "cube/cube.h"

#include "format/region.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* Visits that were timed, where the time of the others is estimated from them; else all visits. */
static uint64_t timed_visits(const struct archive_nodes *nodes, uint32_t node)
{
    bool some = nodes->timed[node] == ARCHIVE_ESTIMATED || nodes->how[node] & ARCHIVE_LIGHT;
    return some ? number_minus(nodes->count[node], nodes->untimed[node]) : nodes->count[node];
}

/* What a node adds to the time of all above it by being measured, ns. Files, objects and pauses
 * have no probes; what counting in a binary costs is not known. */
static double cost_of(const struct archive *archive, uint32_t node)
{
    const struct archive_nodes *nodes = &archive->nodes;
    const struct archive_regions *regions = &archive->regions;
    uint32_t region = nodes->region[node];
    uint32_t place = archive->lanes.place[nodes->lane[node]];
    uint32_t kind = regions->kind[region];
    double each =
        nodes->timed[node] ? archive->places.cost_pair[place] : archive->places.cost_count[place];
    if (kind >= TRI_KIND_TASK && archive->places.cost_act[place] > each)
        each = archive->places.cost_act[place]; /* what a collector tells takes more than a probe */
    if (!region || kind == TRI_KIND_FILE || kind == TRI_KIND_OBJECT || kind == TRI_KIND_PAUSE ||
        regions->flags[region] & FORMAT_BINARY)
        return 0;
    if (!nodes->timed[node] && kind == TRI_KIND_LOOP && regions->flags[region] & TRI_LEAF)
        each /= 2; /* all is done in one step at its end */
    uint64_t timed = timed_visits(nodes, node);
    double cost = each * (double)timed;
    if (!(nodes->how[node] & ARCHIVE_LIGHT)) /* else they have no probe */
        cost += archive->places.cost_count[place] * (double)(nodes->count[node] - timed);
    return cost > 0 && cost < 1e19 ? cost : 0; /* not a number: the calibration was damaged */
}

static double inside_of(const struct archive *archive, uint32_t node)
{
    uint32_t place = archive->lanes.place[archive->nodes.lane[node]];
    uint32_t region = archive->nodes.region[node];
    double cost = archive->places.cost_inside[place] * (double)timed_visits(&archive->nodes, node);
    bool probed = region && archive->regions.kind[region] != TRI_KIND_PAUSE;
    return probed && cost > 0 && cost < 1e19 ? cost : 0;
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

static bool is_kind(const struct archive *archive, uint32_t node, uint32_t kind)
{
    return archive->regions.kind[archive->nodes.region[node]] == kind;
}

/* No part of what is above it: a data file, or an object that was waited for. */
static bool is_share(const struct archive *archive, uint32_t node)
{
    return is_kind(archive, node, TRI_KIND_FILE) || is_kind(archive, node, TRI_KIND_OBJECT);
}

static uint64_t measured_time(const struct archive *archive, uint32_t node)
{
    return number_add(archive->nodes.time[node], archive->nodes.open_time[node]);
}

static uint64_t whole_ns(double ns)
{
    return ns < 1e19 ? (uint64_t)ns : UINT64_MAX;
}

/* What is known of the subtree below a node, on the way upwards. */
struct below {
    double cost;    /* of all its probes, ns */
    uint64_t parts; /* of the nearest timed regions, ns */
};

/* The costs are estimates. Where they are too high, a region still takes as long as its parts: what
 * is inside never takes longer than what is around it. */
static uint64_t compensated_time(const struct archive *archive, uint32_t node,
                                 const struct below *below)
{
    uint64_t time = number_minus(measured_time(archive, node),
                                 whole_ns(below->cost + inside_of(archive, node)));
    return time > below->parts ? time : below->parts;
}

/* What making a node took on average, by place. */
static double *making_costs(const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    double *each = memory_zeroed(places->rows, sizeof *each);
    for (size_t i = 0; i < archive->nodes.rows; i++)
        each[archive->lanes.place[archive->nodes.lane[i]]]++;
    for (size_t i = 0; i < places->rows; i++)
        each[i] = each[i] > 0 ? (double)places->making[i] / each[i] : 0;
    return each;
}

/* Inclusive and self times of all but data files, and the overhead. An object's time is what was
 * measured: how long it was waited for or, below a release, held. */
static void find_times(struct cube *cube)
{
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    struct below *below = memory_zeroed(nodes->rows, sizeof *below);
    double overhead = 0, *making = making_costs(archive);
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) {
        double cost = cost_of(archive, i) + making[archive->lanes.place[nodes->lane[i]]];
        uint32_t parent = nodes->parent[i];
        overhead += cost;
        if (is_kind(archive, i, TRI_KIND_OBJECT))
            cube->time[i] = cube->self[i] = measured_time(archive, i);
        if (is_share(archive, i))
            continue;
        if (nodes->timed[i]) {
            cube->time[i] = cube->compensated ? compensated_time(archive, i, &below[i])
                                              : measured_time(archive, i);
            cube->self[i] = number_minus(cube->time[i], below[i].parts);
        }
        if (is_kind(archive, i, TRI_KIND_PAUSE))
            cube->paused = number_add(cube->paused, cube->time[i]);
        if (parent == ARCHIVE_NONE) {
            cube->total = number_add(cube->total, cube->time[i]);
            cube->measured = number_add(cube->measured, measured_time(archive, i));
            continue;
        }
        below[parent].cost += below[i].cost + cost;
        below[parent].parts =
            number_add(below[parent].parts, nodes->timed[i] ? cube->time[i] : below[i].parts);
    }
    cube->overhead = whole_ns(overhead);
    free(making);
    free(below);
}

/* A visit's time on a file was measured as the whole of the I/O statement, with the routines that
 * its arguments call. The files share the statement's own time as they share the whole; what of it
 * went to no file keeps its share. */
static void share_among_files(struct cube *cube, uint32_t node)
{
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t whole = 0, visits = 0, before = 0;
    for (uint32_t i = cube->first[node]; i != ARCHIVE_NONE; i = cube->next[i]) {
        if (is_kind(archive, i, TRI_KIND_FILE)) {
            whole = number_add(whole, measured_time(archive, i));
            visits = number_add(visits, nodes->count[i]);
        }
    }
    bool elsewhere = visits < nodes->count[node] || nodes->open[node];
    if (elsewhere && whole < measured_time(archive, node))
        whole = measured_time(archive, node);
    for (uint32_t i = cube->first[node]; whole && i != ARCHIVE_NONE; i = cube->next[i]) {
        if (!is_kind(archive, i, TRI_KIND_FILE) || !nodes->timed[i])
            continue;
        uint64_t after = number_add(before, measured_time(archive, i));
        cube->time[i] = number_scale(cube->self[node], after, whole) -
                        number_scale(cube->self[node], before, whole); /* so they add up */
        cube->self[i] = cube->time[i];
        before = after;
    }
}

static void find_times_of_files(struct cube *cube)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (nodes->timed[i] && !is_share(cube->archive, i))
            share_among_files(cube, i);
    }
}

/* Adds up what is in loops, from the innermost ones to the routine around them. */
static void find_times_in_loops(struct cube *cube)
{
    const struct archive *archive = cube->archive;
    for (uint32_t i = (uint32_t)archive->nodes.rows; i-- > 0;) {
        uint32_t parent = archive->nodes.parent[i];
        if (archive_is_own_loop(archive, i))
            cube->loops[parent] =
                number_add(cube->loops[parent], number_add(cube->self[i], cube->loops[i]));
        if (archive_is_own_loop(archive, i) && !archive->nodes.timed[i])
            cube->loops_lack[parent] = 1;
        if (is_kind(archive, i, TRI_KIND_LOOP))
            cube->loops[i] = cube->loops_lack[i] = 0;
    }
}

struct cube *cube_new(const struct archive *archive, bool compensate)
{
    struct cube *cube = memory_zeroed(1, sizeof *cube);
    size_t rows = archive->nodes.rows;
    cube->archive = archive;
    cube->compensated = compensate;
    cube->time = memory_zeroed(rows, sizeof *cube->time);
    cube->self = memory_zeroed(rows, sizeof *cube->self);
    cube->loops = memory_zeroed(rows, sizeof *cube->loops);
    cube->loops_lack = memory_zeroed(rows, sizeof *cube->loops_lack);
    cube->first = memory_zeroed(rows, sizeof *cube->first);
    cube->next = memory_zeroed(rows, sizeof *cube->next);
    link_children(cube);
    find_times(cube);
    find_times_in_loops(cube);
    find_times_of_files(cube);
    return cube;
}

void cube_free(struct cube *cube)
{
    if (!cube)
        return;
    free(cube->time);
    free(cube->self);
    free(cube->loops);
    free(cube->loops_lack);
    free(cube->first);
    free(cube->next);
    free(cube);
}
