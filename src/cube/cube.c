/* cube.c: the times of nodes, and what was estimated of the measuring itself. */
#include "cube/cube.h"

#include "cube/probe_costs.h"
#include "util/memory.h"
#include "util/number.h"

#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

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
    double cost;       /* at least, ns: of its probes, as far as no timed region below sees it */
    uint64_t measured; /* of the nearest timed regions, ns, before compensation */
};

/* A region keeps this part of what was measured in it and in nothing below, whatever its probes
 * are estimated to cost: that it took no time at all is never true. */
#define KEPT_PART 20

/* ns of each node, of what was measured in it and in nothing below that is timed: `taken` of its
 * `own` are the cost of measuring. */
struct shares {
    uint64_t *own, *taken;
};

/* The costs are taken at their least, so that no time falls below what a run with fewer probes
 * would show. */
static void find_share(const struct archive *archive, uint32_t node, const struct below *below,
                       struct shares *shares)
{
    uint64_t own = number_minus(measured_time(archive, node), below->measured);
    uint64_t cost = whole_ns(below->cost + probe_costs_inside(archive, node));
    uint64_t most = own - own / KEPT_PART;
    shares->own[node] = own;
    shares->taken[node] = cost < most ? cost : most;
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

/* All that a node's probes cost. Making a node was timed; the thread may have lost its core then.
 */
static struct probe_costs costs_of(const struct archive *archive, uint32_t node,
                                   const double *making)
{
    struct probe_costs costs = probe_costs_of(archive, node);
    double made = making[archive->lanes.place[archive->nodes.lane[node]]];
    const struct probe_costs first = {made / 2, made, made};
    probe_costs_add(&costs, &first);
    return costs;
}

static void tell_parent(struct below *parent, const struct archive *archive, uint32_t node,
                        const struct below *below, double cost)
{
    if (!archive->nodes.timed[node]) {
        parent->cost += below->cost + cost;
        parent->measured = number_add(parent->measured, below->measured);
        return;
    }
    double outside = cost - probe_costs_inside(archive, node);
    parent->cost += outside > 0 ? outside : 0;
    parent->measured = number_add(parent->measured, measured_time(archive, node));
}

/* The whole cannot have been added. */
static void set_overhead(struct cube *cube, const struct probe_costs *costs)
{
    uint64_t least = whole_ns(costs->least), most = whole_ns(costs->most);
    if (cube->floor)
        floor_narrow(cube->floor, &least, &most, &cube->floored);
    cube->overhead_most = most < cube->measured ? most : cube->measured;
    most = cube->overhead_most;
    cube->overhead_least = least < most ? least : most;
    uint64_t usual = whole_ns(costs->usual) < most ? whole_ns(costs->usual) : most;
    cube->overhead = usual > cube->overhead_least ? usual : cube->overhead_least;
}

/* Finds what each node has for itself, how much of that measuring cost at least, and the overhead
 * of all. */
static void find_shares(struct cube *cube, struct shares *shares)
{
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    struct below *below = memory_zeroed(nodes->rows, sizeof *below);
    double *making = making_costs(archive);
    struct probe_costs overhead = {0};
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) {
        struct probe_costs cost = costs_of(archive, i, making);
        uint32_t parent = nodes->parent[i];
        probe_costs_add(&overhead, &cost);
        if (is_share(archive, i))
            continue;
        if (nodes->timed[i])
            find_share(archive, i, &below[i], shares);
        if (parent != ARCHIVE_NONE)
            tell_parent(&below[parent], archive, i, &below[i], cost.least);
        else
            cube->measured = number_add(cube->measured, measured_time(archive, i));
    }
    set_overhead(cube, &overhead);
    free(making);
    free(below);
}

/* What is inside never takes longer than what is around it. */
static uint64_t time_of(const struct cube *cube, const struct shares *shares, uint32_t node,
                        uint64_t parts)
{
    if (!cube->compensated)
        return measured_time(cube->archive, node);
    return number_add(parts, shares->own[node] - shares->taken[node]);
}

/* Inclusive and self times of all but data files. An object's time is what was measured: how long
 * it was waited for or, below a release, held. */
static void add_times(struct cube *cube, const struct shares *shares)
{
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t *parts = memory_zeroed(nodes->rows, sizeof *parts); /* the nearest timed below */
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) {
        uint32_t parent = nodes->parent[i];
        if (is_kind(archive, i, TRI_KIND_OBJECT))
            cube->time[i] = cube->self[i] = measured_time(archive, i);
        if (is_share(archive, i))
            continue;
        if (nodes->timed[i]) {
            cube->time[i] = time_of(cube, shares, i, parts[i]);
            cube->self[i] = number_minus(cube->time[i], parts[i]);
        }
        if (is_kind(archive, i, TRI_KIND_PAUSE))
            cube->paused = number_add(cube->paused, cube->time[i]);
        uint64_t part = nodes->timed[i] ? cube->time[i] : parts[i];
        if (parent != ARCHIVE_NONE)
            parts[parent] = number_add(parts[parent], part);
        else
            cube->total = number_add(cube->total, cube->time[i]);
    }
    free(parts);
}

static void find_times(struct cube *cube)
{
    size_t rows = cube->archive->nodes.rows;
    struct shares shares = {memory_zeroed(rows, sizeof *shares.own),
                            memory_zeroed(rows, sizeof *shares.taken)};
    find_shares(cube, &shares);
    if (cube->floor)
        floor_apply(cube->floor, cube, shares.taken, &cube->floored);
    add_times(cube, &shares);
    free(shares.own);
    free(shares.taken);
}

double cube_overhead_percent(const struct cube *cube, uint64_t overhead)
{
    uint64_t without = number_minus(cube->measured, overhead);
    return without ? 100.0 * (double)overhead / (double)without : overhead ? HUGE_VAL : 0;
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

static struct cube *make(const struct archive *archive, bool compensate, const struct floor *floor)
{
    struct cube *cube = memory_zeroed(1, sizeof *cube);
    size_t rows = archive->nodes.rows;
    cube->archive = archive;
    cube->compensated = compensate;
    cube->floor = floor;
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

struct cube *cube_new(const struct archive *archive, bool compensate)
{
    return make(archive, compensate, NULL);
}

struct cube *cube_new_floored(const struct archive *archive, const struct floor *floor)
{
    return make(archive, true, floor);
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
    free(cube->floored.kept);
    free(cube);
}
