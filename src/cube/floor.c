/* floor.c: see floor.h */
#include "cube/floor.h"

#include "cube/cube.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

void cube_floor_free(struct cube_floor *floor)
{
    if (!floor)
        return;
    free(floor->group);
    free(floor->time);
    free(floor);
}

/* Rounds in which floors are applied, from the innermost regions outwards. */
enum { ROUNDS = 32 };

/* Working arrays of cube_floor_apply. */
struct work {
    const struct cube_floor *floor;
    const struct cube *cube;
    uint64_t *taken;    /* by node: to be subtracted from its own time */
    uint64_t *below;    /* by node: `taken` of it and of all below */
    uint8_t *outermost; /* by node: it is inside of no other node of its group */
    double *part;       /* by node: the factor by which `taken` is reduced */
    uint8_t *round;     /* by group: the height of its highest node */
    uint64_t *time;     /* by group: measured, ns */
    uint64_t *sum;      /* by group: to be subtracted from it */
    double *kept;       /* by group: the factor that its floor allows */
};

static uint32_t group_at(const struct work *work, uint32_t node)
{
    return work->floor->group[work->cube->archive->nodes.region[node]];
}

/* Marks the outermost nodes of each group in a lane's tree. */
static void mark_outermost(struct work *work, uint32_t *depth, uint32_t root)
{
    const struct cube *cube = work->cube;
    const uint32_t *parent = cube->archive->nodes.parent;
    uint32_t node = root;
    for (;;) {
        work->outermost[node] = depth[group_at(work, node)]++ == 0;
        if (cube->first[node] != ARCHIVE_NONE) {
            node = cube->first[node];
            continue;
        }
        for (;; node = parent[node]) { /* back up to the next sibling */
            depth[group_at(work, node)]--;
            if (node == root)
                return;
            if (cube->next[node] != ARCHIVE_NONE)
                break;
        }
        node = cube->next[node];
    }
}

static void find_outermost(struct work *work)
{
    const struct archive_nodes *nodes = &work->cube->archive->nodes;
    uint32_t *depth = memory_zeroed(work->floor->groups, sizeof *depth);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (nodes->parent[i] == ARCHIVE_NONE)
            mark_outermost(work, depth, i);
    }
    free(depth);
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (work->outermost[i] && nodes->timed[i])
            work->time[group_at(work, i)] =
                number_add(work->time[group_at(work, i)],
                           number_add(nodes->inclusive_time[i], nodes->unfinished_time[i]));
    }
}

static void find_rounds(struct work *work)
{
    const struct archive_nodes *nodes = &work->cube->archive->nodes;
    uint8_t *height = memory_zeroed(nodes->rows, sizeof *height);
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) {
        uint32_t parent = nodes->parent[i], group = group_at(work, i);
        if (parent != ARCHIVE_NONE && height[parent] <= height[i])
            height[parent] = height[i] < ROUNDS - 1 ? height[i] + 1 : height[i];
        if (work->round[group] < height[i])
            work->round[group] = height[i];
    }
    free(height);
}

/* Sums what is to be subtracted, by subtree and by group. */
static void add_up(struct work *work)
{
    const struct archive_nodes *nodes = &work->cube->archive->nodes;
    for (uint32_t i = 0; i < work->floor->groups; i++)
        work->sum[i] = 0;
    for (uint32_t i = 0; i < nodes->rows; i++)
        work->below[i] = work->taken[i];
    for (uint32_t i = (uint32_t)nodes->rows; i-- > 0;) {
        uint32_t parent = nodes->parent[i], group = group_at(work, i);
        if (parent != ARCHIVE_NONE)
            work->below[parent] = number_add(work->below[parent], work->below[i]);
        if (work->outermost[i])
            work->sum[group] = number_add(work->sum[group], work->below[i]);
    }
}

/* Reduces what is subtracted from a group and from all below it to what its floor allows. */
static void scale_down(struct work *work)
{
    const struct archive_nodes *nodes = &work->cube->archive->nodes;
    for (uint32_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i];
        double part = parent == ARCHIVE_NONE ? 1 : work->part[parent],
               kept = work->kept[group_at(work, i)];
        work->part[i] = kept < part ? kept : part;
        if (work->part[i] < 1)
            work->taken[i] = (uint64_t)((double)work->taken[i] * work->part[i]);
    }
}

/* Returns the part of `sum` that may be subtracted from `time`; 1: all of it. */
static double allowed(uint64_t time, uint64_t sum, uint64_t floor)
{
    uint64_t most = number_minus(time, floor);
    return sum > most ? (double)most / (double)sum : 1;
}

/* Finds the factors of the groups of a round. True if any group is limited. */
static bool find_kept(struct work *work, unsigned round, uint8_t *kept)
{
    bool any = false;
    for (uint32_t i = 0; i < work->floor->groups; i++) {
        work->kept[i] = 1;
        if (work->round[i] != round || !work->floor->time[i] || !work->time[i])
            continue;
        work->kept[i] = allowed(work->time[i], work->sum[i], work->floor->time[i]);
        kept[i] |= work->kept[i] < 1;
        any |= work->kept[i] < 1;
    }
    return any;
}

static void apply_rounds(struct work *work, uint8_t *kept)
{
    add_up(work);
    for (unsigned round = 0; round < ROUNDS; round++) {
        if (!find_kept(work, round, kept))
            continue;
        scale_down(work);
        add_up(work);
    }
}

static uint64_t all_taken(const struct work *work)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < work->cube->archive->nodes.rows; i++)
        sum = number_add(sum, work->taken[i]);
    return sum;
}

/* Limits the total to its floor. True if it was limited. */
static bool apply_whole(struct work *work)
{
    double part = allowed(work->cube->measured, all_taken(work), work->floor->total);
    if (!work->floor->total || part >= 1)
        return false;
    for (size_t i = 0; i < work->cube->archive->nodes.rows; i++)
        work->taken[i] = (uint64_t)((double)work->taken[i] * part);
    return true;
}

/* Fills the result. Each group is counted once, by the first of its regions. */
static void fill_result(const struct work *work, const uint8_t *kept,
                        struct cube_floor_result *result)
{
    const struct cube_floor *floor = work->floor;
    size_t rows = work->cube->archive->regions.rows;
    uint8_t *seen = memory_zeroed(floor->groups, sizeof *seen);
    result->kept = memory_zeroed(rows, sizeof *result->kept);
    for (size_t i = 1; i < rows; i++) {
        uint32_t group = floor->group[i];
        if (seen[group]++ || !floor->time[group] || !work->time[group])
            continue;
        result->compared++;
        result->kept[i] = kept[group];
        result->regions += kept[group];
    }
    free(seen);
}

void cube_floor_apply(const struct cube_floor *floor, const struct cube *cube, uint64_t *taken,
                      struct cube_floor_result *result)
{
    size_t nodes = cube->archive->nodes.rows, groups = floor->groups;
    uint8_t *kept = memory_zeroed(groups, sizeof *kept);
    struct work work = {
        .floor = floor,
        .cube = cube,
        .taken = taken,
        .below = memory_zeroed(nodes, sizeof *work.below),
        .outermost = memory_zeroed(nodes, sizeof *work.outermost),
        .part = memory_zeroed(nodes, sizeof *work.part),
        .round = memory_zeroed(groups, sizeof *work.round),
        .time = memory_zeroed(groups, sizeof *work.time),
        .sum = memory_zeroed(groups, sizeof *work.sum),
        .kept = memory_zeroed(groups, sizeof *work.kept),
    };
    uint64_t before = all_taken(&work);
    find_outermost(&work);
    find_rounds(&work);
    apply_rounds(&work, kept);
    result->whole = apply_whole(&work);
    result->left = before - all_taken(&work);
    fill_result(&work, kept, result);
    free(kept);
    free(work.below);
    free(work.outermost);
    free(work.part);
    free(work.round);
    free(work.time);
    free(work.sum);
    free(work.kept);
}

/* Relative variation of CPU time between two runs of the same program without measuring. */
#define VARIES 0.015

void cube_floor_narrow(const struct cube_floor *floor, uint64_t *least, uint64_t *most,
                       struct cube_floor_result *result)
{
    if (!floor->cpu)
        return;
    double more = (double)floor->cpu - (double)floor->cheap_cpu,
           varies = VARIES * (double)floor->cheap_cpu, low = more + (double)floor->least - varies,
           high = more + (double)floor->most + varies;
    if (low > (double)*most || high < (double)*least) {
        result->contradicts = true;
        return;
    }
    result->narrowed = low > (double)*least || high < (double)*most;
    if (low > (double)*least)
        *least = (uint64_t)low;
    if (high < (double)*most)
        *most = (uint64_t)high;
}
