/* cube.c: computes the times of nodes, and estimates the overhead of measuring. */
#include "cube/cube.h"

#include "cube/probe_costs.h"
#include "util/memory.h"
#include "util/number.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <triptych/probes.h>

static void link_children(struct cube *cube)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++)
        cube->first[i] = cube->next[i] = ARCHIVE_NONE;
    for (uint32_t i = (uint32_t)nodes->rows;
         i-- > 0;) { /* backwards, so that children keep their order */
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

/* True for a data file or an object that was waited for: its time is not a separate part of the
 * time above it. */
static bool is_share(const struct archive *archive, uint32_t node)
{
    return is_kind(archive, node, TRI_KIND_FILE) || is_kind(archive, node, TRI_KIND_OBJECT);
}

static uint64_t measured_time(const struct archive *archive, uint32_t node)
{
    return number_add(archive->nodes.inclusive_time[node], archive->nodes.unfinished_time[node]);
}

static uint64_t whole_ns(double ns)
{
    return ns < 1e19 ? (uint64_t)ns : UINT64_MAX;
}

/* The subtree below a node, summed on the way up. */
struct below {
    double cost; /* ns: lower bound of the cost of its probes that no timed region below contains */
    uint64_t measured; /* ns: time of the nearest timed regions before compensation */
};

/* Compensation leaves at least 1/KEPT_PART of a region's own measured time, whatever its probes are
 * estimated to cost, as no region takes no time at all. */
#define KEPT_PART 20

/* By node, in ns: its own measured time (in no timed region below), and the part of it that
 * compensation takes out. */
struct shares {
    uint64_t *own, *taken;
};

/* Computes the share of a node. Uses the lower bound of the costs, so that no time falls below that
 * of a run with fewer probes. */
static void find_share(const struct archive *archive, uint32_t node, const struct below *below,
                       struct shares *shares)
{
    uint64_t own = number_minus(measured_time(archive, node), below->measured);
    uint64_t cost = whole_ns(below->cost + probe_costs_inside(archive, node));
    uint64_t most = own - own / KEPT_PART;
    shares->own[node] = own;
    shares->taken[node] = cost < most ? cost : most;
}

/* Returns the mean cost of creating a node, by place. */
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

/* Returns all costs of a node's probes. Creating a node was timed, but the thread may have lost its
 * core then. */
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

/* Sets the overhead and its bounds; it cannot exceed the measured time. */
static void set_overhead(struct cube *cube, const struct probe_costs *costs)
{
    uint64_t least = whole_ns(costs->least), most = whole_ns(costs->most);
    if (cube->floor)
        cube_floor_narrow(cube->floor, &least, &most, &cube->floored);
    cube->overhead_most = most < cube->measured ? most : cube->measured;
    most = cube->overhead_most;
    cube->overhead_least = least < most ? least : most;
    uint64_t usual = whole_ns(costs->usual) < most ? whole_ns(costs->usual) : most;
    cube->overhead = usual > cube->overhead_least ? usual : cube->overhead_least;
    cube->disturbed =
        cube->overhead_least < cube->overhead_most && probe_costs_are_disturbed(cube->archive);
}

/* Finds the own time of each node, the lower bound of what measuring added to it, and the overhead
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

/* Returns the inclusive time of a node, which is never less than that of its parts. */
static uint64_t time_of(const struct cube *cube, const struct shares *shares, uint32_t node,
                        uint64_t parts)
{
    if (!cube->compensated)
        return measured_time(cube->archive, node);
    return number_add(parts, shares->own[node] - shares->taken[node]);
}

/* Computes inclusive and self times of all nodes except data files. The time of an object is the
 * measured one: how long it was waited for or, below a release, held. */
static void add_times(struct cube *cube, const struct shares *shares)
{
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t *parts =
        memory_zeroed(nodes->rows, sizeof *parts); /* time of the nearest timed nodes below */
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
        cube_floor_apply(cube->floor, cube, shares.taken, &cube->floored);
    add_times(cube, &shares);
    free(shares.own);
    free(shares.taken);
}

double cube_overhead_percent(const struct cube *cube, uint64_t overhead)
{
    uint64_t without = number_minus(cube->measured, overhead);
    return without ? 100.0 * (double)overhead / (double)without : overhead ? HUGE_VAL : 0;
}

/* Divides an I/O statement's self time among its data files. A file's time was measured as that of
 * the whole statement, including routines called in its arguments. The files get parts of the self
 * time in proportion; visits that used no file keep their part. */
static void share_among_files(struct cube *cube, uint32_t node)
{
    const struct archive *archive = cube->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    uint64_t whole = 0, visits = 0, before = 0;
    for (uint32_t i = cube->first[node]; i != ARCHIVE_NONE; i = cube->next[i]) {
        if (is_kind(archive, i, TRI_KIND_FILE)) {
            whole = number_add(whole, measured_time(archive, i));
            visits = number_add(visits, nodes->visits[i]);
        }
    }
    assert(node < nodes->rows);
    bool elsewhere = visits < nodes->visits[node] || nodes->unfinished[node];
    if (elsewhere && whole < measured_time(archive, node))
        whole = measured_time(archive, node);
    for (uint32_t i = cube->first[node]; whole && i != ARCHIVE_NONE; i = cube->next[i]) {
        if (!is_kind(archive, i, TRI_KIND_FILE) || !nodes->timed[i])
            continue;
        uint64_t after = number_add(before, measured_time(archive, i));
        cube->time[i] = number_scale(cube->self[node], after, whole) -
                        number_scale(cube->self[node], before, whole); /* so that they add up */
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

/* Sums the time in own loops, from the innermost loop to the routine around it. */
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
        if (archive_is_own_loop(archive, i))
            cube->loops_excess[parent] |=
                (cube->excess[i] & CUBE_EXCESS_CALLED) | cube->loops_excess[i];
        if (is_kind(archive, i, TRI_KIND_LOOP))
            cube->loops_excess[i] = cube->loops[i] = cube->loops_lack[i] = 0;
    }
}

/* True for a loop of the routine that a node above it belongs to. */
static bool is_loop_of(const struct archive *archive, uint32_t node, uint32_t above)
{
    const struct archive_regions *regions = &archive->regions;
    uint32_t region = archive->nodes.region[node], around = archive->nodes.region[above];
    uint32_t routine =
        is_kind(archive, above, TRI_KIND_ROUTINE) ? around : regions->routine[around];
    return archive_is_own_loop(archive, node) && routine == regions->routine[region];
}

/* Marks the nodes whose own time may include some of a node below it whose time is a lower bound.
 */
static void find_excess(struct cube *cube)
{
    const struct archive_nodes *nodes = &cube->archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t above = nodes->parent[i];
        if (!cube_is_time_short(cube->archive, i))
            continue;
        while (above != ARCHIVE_NONE && !nodes->timed[above])
            above = nodes->parent[above];
        if (above == ARCHIVE_NONE)
            continue;
        if (!is_loop_of(cube->archive, i, above))
            cube->excess[above] |= CUBE_EXCESS_CALLED;
        else if (is_kind(cube->archive, above, TRI_KIND_LOOP))
            cube->excess[above] |= CUBE_EXCESS_LOOP;
        else
            cube->loops_lack[above] = 1; /* both are in the exclusive time of the routine */
    }
}

static void find_peeled(struct cube *cube)
{
    const struct archive *archive = cube->archive;
    if (archive->loops.rows)
        cube->peeled = memory_zeroed(archive->regions.rows, sizeof *cube->peeled);
    for (uint32_t i = 0; i < archive->loops.rows; i++) {
        if (archive->loops.region[i] < archive->regions.rows)
            cube->peeled[archive->loops.region[i]] = cube_is_peeled(archive, i);
    }
}

static struct cube *make(const struct archive *archive, bool compensate,
                         const struct cube_floor *floor)
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
    cube->excess = memory_zeroed(rows, sizeof *cube->excess);
    cube->loops_excess = memory_zeroed(rows, sizeof *cube->loops_excess);
    cube->first = memory_zeroed(rows, sizeof *cube->first);
    cube->next = memory_zeroed(rows, sizeof *cube->next);
    link_children(cube);
    find_times(cube);
    find_excess(cube);
    find_times_in_loops(cube);
    find_times_of_files(cube);
    find_peeled(cube);
    return cube;
}

struct cube *cube_new(const struct archive *archive, bool compensate)
{
    return make(archive, compensate, NULL);
}

struct cube *cube_new_floored(const struct archive *archive, const struct cube_floor *floor)
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
    free(cube->excess);
    free(cube->loops_excess);
    free(cube->peeled);
    free(cube->first);
    free(cube->next);
    free(cube->floored.kept);
    free(cube);
}
