/* lcct.c: see lcct.h */
#include "cube/lcct.h"

#include "cube/overlay.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <triptych/probes.h>

bool cube_lcct_is_known(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->instructions[i])
            return true;
    }
    return false;
}

bool cube_lcct_has_times(const struct archive *archive)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->instructions[i] && nodes->timed[i])
            return true;
    }
    return false;
}

static void add_node(struct cube_lcct_row *row, const struct archive_nodes *nodes, uint32_t node)
{
    row->count = number_add(row->count, nodes->visits[node]);
    row->trips = number_add(row->trips, nodes->trips[node]);
    row->beside = number_add(row->beside, nodes->beside[node]);
    row->own = number_add(row->own, nodes->instructions[node]);
    row->time = number_add(row->time, nodes->inclusive_time[node]);
    if (!nodes->timed[node])
        row->untimed = number_add(row->untimed, nodes->visits[node]);
    row->sampled |= nodes->timed[node] == ARCHIVE_SAMPLED;
    if (nodes->trips_min[node] == ARCHIVE_UNKNOWN) {
        row->unknown_ends |= nodes->visits[node] != 0;
        return;
    }
    if (nodes->trips_min[node] < row->least)
        row->least = nodes->trips_min[node];
    if (nodes->trips_max[node] > row->most)
        row->most = nodes->trips_max[node];
}

/* Merges the trees of lanes. */
static void join_lanes(struct cube_lcct *lcct, const uint8_t *chosen)
{
    const struct archive *archive = lcct->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    struct cube_overlay overlay = cube_overlay_lanes(archive, chosen, NULL, archive->regions.rows);
    lcct->count = overlay.count;
    lcct->rows = memory_zeroed(lcct->count, sizeof *lcct->rows);
    for (size_t i = 0; i < lcct->count; i++)
        lcct->rows[i] = (struct cube_lcct_row){.parent = overlay.nodes[i].parent,
                                               .region = overlay.nodes[i].region,
                                               .first = ARCHIVE_NONE,
                                               .next = ARCHIVE_NONE,
                                               .least = ARCHIVE_UNKNOWN};
    for (uint32_t i = 0; i < nodes->rows; i++) {
        if (overlay.to[i])
            add_node(&lcct->rows[overlay.to[i]], nodes, i);
    }
    cube_overlay_free(&overlay);
}

static int by_weight(const void *left, const void *right, void *context)
{
    const struct cube_lcct *lcct = context;
    const struct cube_lcct_row *rows = lcct->rows;
    uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    if (lcct->time && rows[a].time != rows[b].time) /* lightest first: linking reverses the order */
        return rows[a].time < rows[b].time ? -1 : 1;
    if (rows[a].all != rows[b].all)
        return rows[a].all < rows[b].all ? -1 : 1;
    return a > b ? -1 : a < b;
}

static void link_children(struct cube_lcct *lcct)
{
    uint32_t *sorted = memory_zeroed(lcct->count, sizeof *sorted);
    for (uint32_t i = 0; i < lcct->count; i++)
        sorted[i] = i;
    qsort_r(sorted, lcct->count, sizeof *sorted, by_weight, lcct);
    for (size_t i = 0; i < lcct->count; i++) {
        struct cube_lcct_row *row = &lcct->rows[sorted[i]];
        if (row->parent == ARCHIVE_NONE)
            continue;
        row->next = lcct->rows[row->parent].first;
        lcct->rows[row->parent].first = sorted[i];
    }
    free(sorted);
}

/* Finds exclusive times. */
static void find_own_times(struct cube_lcct *lcct)
{
    for (size_t i = 0; i < lcct->count; i++) {
        lcct->rows[i].own_time = lcct->rows[i].time;
        lcct->rows[i].own_sampled = lcct->rows[i].sampled;
    }
    for (size_t i = 1; i < lcct->count; i++) {
        const struct cube_lcct_row *row = &lcct->rows[i];
        struct cube_lcct_row *above = &lcct->rows[row->parent];
        above->own_time = number_minus(above->own_time, row->time);
        above->own_sampled |= row->sampled;
        above->inner_untimed |= row->untimed != 0;
    }
}

bool cube_lcct_is_timed(const struct cube_lcct *lcct)
{
    const struct archive *archive = lcct->archive;
    for (size_t i = 1; i < lcct->count; i++) {
        const struct cube_lcct_row *row = &lcct->rows[i];
        if (archive->regions.kind[row->region] == TRI_KIND_ROUTINE && row->count && !row->untimed)
            return true;
    }
    return false;
}

/* Returns the time of the chosen lanes, in ns. */
static uint64_t time_of_lanes(const struct archive *archive, const uint8_t *chosen)
{
    const struct archive_lanes *lanes = &archive->lanes;
    uint64_t time = 0;
    for (size_t i = 0; i < lanes->rows; i++) {
        if (!chosen || chosen[i])
            time = number_add(time, number_minus(lanes->end[i], lanes->start[i]));
    }
    return time;
}

struct cube_lcct *cube_lcct_new(const struct archive *archive, const uint8_t *chosen)
{
    struct cube_lcct *lcct = memory_zeroed(1, sizeof *lcct);
    lcct->archive = archive;
    join_lanes(lcct, chosen);
    for (size_t i = lcct->count; i-- > 0;) {
        struct cube_lcct_row *row = &lcct->rows[i];
        row->all = number_add(row->all, row->own);
        if (row->parent != ARCHIVE_NONE)
            lcct->rows[row->parent].all = number_add(lcct->rows[row->parent].all, row->all);
    }
    lcct->total = lcct->rows[0].all;
    find_own_times(lcct);
    lcct->time = cube_lcct_is_timed(lcct) ? time_of_lanes(archive, chosen) : 0;
    link_children(lcct);
    return lcct;
}

void cube_lcct_free(struct cube_lcct *lcct)
{
    if (!lcct)
        return;
    free(lcct->rows);
    free(lcct);
}

double cube_lcct_percent(const struct cube_lcct *lcct, uint64_t instructions)
{
    return lcct->total ? 100 * (double)instructions / (double)lcct->total : 0;
}

double cube_lcct_time_percent(const struct cube_lcct *lcct, uint64_t ns)
{
    return lcct->time ? 100 * (double)ns / (double)lcct->time : 0;
}

bool *cube_lcct_hot(const struct cube_lcct *lcct, double percent)
{
    bool *hot = memory_zeroed(lcct->count, sizeof *hot);
    for (size_t i = lcct->count; i-- > 0;) {
        const struct cube_lcct_row *row = &lcct->rows[i];
        hot[i] |= cube_lcct_percent(lcct, row->own) >= percent ||
                  cube_lcct_time_percent(lcct, row->own_time) >= percent;
        if (hot[i] && row->parent != ARCHIVE_NONE)
            hot[row->parent] = true;
    }
    hot[0] = true;
    return hot;
}

/* ns: what is sampled for less time is divided by instructions (archive/loops/times.c), or has too
 * few samples. */
enum { LEAST_SAMPLED = 20000000, LEAST_PART = 1000 };

bool cube_lcct_has_rate(const struct cube_lcct_sum *sum)
{
    return sum->count && !sum->untimed && sum->time &&
           (!sum->sampled || sum->time >= LEAST_SAMPLED);
}

bool cube_lcct_has_own_rate(const struct cube_lcct_sum *sum)
{
    bool is_exact = sum->own_time >= sum->time / LEAST_PART; /* not a difference of long times */
    return sum->count && !sum->untimed && !sum->inner_untimed && sum->own_time && is_exact &&
           (!sum->own_sampled || sum->own_time >= LEAST_SAMPLED);
}

static void add_to_sum(struct cube_lcct_sum *sum, const struct cube_lcct_row *row, bool outermost)
{
    sum->count = number_add(sum->count, row->count);
    sum->trips = number_add(sum->trips, row->trips);
    sum->beside = number_add(sum->beside, row->beside);
    sum->own = number_add(sum->own, row->own);
    if (outermost) {
        sum->all = number_add(sum->all, row->all);
        sum->time = number_add(sum->time, row->time);
    }
    sum->own_time = number_add(sum->own_time, row->own_time);
    sum->sampled |= row->sampled;
    sum->own_sampled |= row->own_sampled;
    sum->inner_untimed |= row->inner_untimed;
    sum->untimed = number_add(sum->untimed, row->untimed);
    sum->unknown_ends |= row->unknown_ends;
    if (row->least < sum->least)
        sum->least = row->least;
    if (row->most > sum->most)
        sum->most = row->most;
}

struct cube_lcct_sum *cube_lcct_sums(const struct cube_lcct *lcct, uint32_t kind, size_t *count)
{
    const struct archive_regions *regions = &lcct->archive->regions;
    struct cube_lcct_sum *sums = memory_zeroed(regions->rows + 1, sizeof *sums);
    uint32_t *sum_of = memory_zeroed(regions->rows + 1, sizeof *sum_of); /* number plus 1 */
    uint32_t *depth = memory_zeroed(regions->rows + 1, sizeof *depth);
    uint32_t at = lcct->rows[0].first;
    *count = 0;
    while (at != ARCHIVE_NONE) {
        const struct cube_lcct_row *row = &lcct->rows[at];
        if (regions->kind[row->region] == kind) {
            if (!sum_of[row->region]) {
                sums[*count] =
                    (struct cube_lcct_sum){.region = row->region, .least = ARCHIVE_UNKNOWN};
                sum_of[row->region] = (uint32_t)++ * count;
            }
            add_to_sum(&sums[sum_of[row->region] - 1], row, depth[row->region] == 0);
        }
        depth[row->region]++;
        if (row->first != ARCHIVE_NONE) {
            at = row->first;
            continue;
        }
        while (at && lcct->rows[at].next == ARCHIVE_NONE) { /* back up to the next sibling */
            depth[lcct->rows[at].region]--;
            at = lcct->rows[at].parent;
        }
        if (at)
            depth[lcct->rows[at].region]--;
        at = at ? lcct->rows[at].next : ARCHIVE_NONE;
    }
    free(sum_of);
    free(depth);
    return sums;
}
