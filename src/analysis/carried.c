/* carried.c: see carried.h */
#include "analysis/carried.h"

#include "format/carried.h"
#include "util/memory.h"
#include "util/number.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* True if two rows are shown as one. */
static bool is_same(const struct archive_carried *all, uint32_t a, uint32_t b)
{
    return all->kind[a] == all->kind[b] && all->role[a] == all->role[b] &&
           all->operation[a] == all->operation[b] && all->storage[a] == all->storage[b] &&
           all->variable[a] == all->variable[b] && all->from_line[a] == all->from_line[b] &&
           all->to_line[a] == all->to_line[b] && all->from_file[a] == all->from_file[b] &&
           all->to_file[a] == all->to_file[b] && all->from_routine[a] == all->from_routine[b] &&
           all->to_routine[a] == all->to_routine[b];
}

/* Adds the distances of a row of the table, as text, to those of a row of the result. */
static void add_distances(struct analysis_carried_row *to, const char *text)
{
    uint64_t distance, count;
    int size;
    while (sscanf(text, " %" SCNu64 ":%" SCNu64 "%n", &distance, &count, &size) == 2) {
        for (int i = 0; i < CARRIED_DISTANCES; i++) {
            if (to->distances[i] && to->distances[i] != distance)
                continue;
            to->distances[i] = distance;
            to->counts[i] = number_add(to->counts[i], count);
            break;
        }
        text += size;
    }
}

static void add_row(const struct archive *archive, struct analysis_carried_loop *loop, size_t *room,
                    uint32_t row)
{
    const struct archive_carried *all = &archive->carried;
    size_t at = 0;
    while (at < loop->count && !is_same(all, loop->rows[at].row, row))
        at++;
    if (at == loop->count) {
        loop->rows = memory_grow(loop->rows, room, loop->count + 1, sizeof *loop->rows);
        loop->rows[loop->count++] = (struct analysis_carried_row){.row = row, .min = UINT64_MAX};
    }
    struct analysis_carried_row *to = &loop->rows[at];
    to->count = number_add(to->count, all->occurrences[row]);
    if (all->distance_min[row] < to->min)
        to->min = all->distance_min[row];
    if (all->distance_max[row] > to->max)
        to->max = all->distance_max[row];
    add_distances(to, archive_text(archive, all->distances[row]));
}

/* Returns the position of a row in the table: what orders trips first. */
static unsigned rank_of(const struct archive_carried *all, uint32_t row)
{
    static const unsigned ranks[FORMAT_CARRIED_ROLES] = {
        [FORMAT_CARRIED_DEPENDENCE] = 0, [FORMAT_CARRIED_REDUCTION] = 1,
        [FORMAT_CARRIED_ATOMIC] = 2,     [FORMAT_CARRIED_COUNTER] = 3,
        [FORMAT_CARRIED_PRIVATE] = 4,    [FORMAT_CARRIED_INDUCTION] = 5};
    uint32_t role = all->role[row];
    return 8 * (role < FORMAT_CARRIED_ROLES ? ranks[role] : 0) + all->kind[row];
}

static int by_weight(const void *left, const void *right, void *context)
{
    const struct archive_carried *all = context;
    const struct analysis_carried_row *a = left, *b = right;
    unsigned first = rank_of(all, a->row), second = rank_of(all, b->row);
    if (first != second)
        return first < second ? -1 : 1;
    if (a->count != b->count)
        return a->count > b->count ? -1 : 1;
    return a->row < b->row ? -1 : a->row > b->row;
}

/* Decides whether a loop can be divided. */
static void judge(const struct archive *archive, struct analysis_carried_loop *loop)
{
    const struct archive_carried *all = &archive->carried;
    loop->verdict = loop->trips > loop->visits ? CARRIED_FREE : CARRIED_NEVER;
    for (size_t i = 0; i < loop->count; i++) {
        const struct analysis_carried_row *row = &loop->rows[i];
        uint32_t role = all->role[row->row];
        bool orders =
            role == FORMAT_CARRIED_DEPENDENCE && all->kind[row->row] == FORMAT_CARRIED_TRUE;
        if (orders && (!loop->distance || row->min < loop->distance))
            loop->distance = row->min;
        if (orders)
            loop->verdict = CARRIED_ORDERED;
        else if (loop->verdict == CARRIED_FREE && role != FORMAT_CARRIED_INDUCTION)
            loop->verdict = CARRIED_CHANGES;
    }
}

/* Adds up the visits and trips of a loop as they were counted. */
static void count_trips(const struct archive *archive, struct analysis_carried_loop *loop)
{
    const struct archive_nodes *nodes = &archive->nodes;
    for (size_t i = 0; i < nodes->rows; i++) {
        if (nodes->region[i] != loop->region)
            continue;
        loop->visits = number_add(loop->visits, nodes->visits[i]);
        loop->trips = number_add(loop->trips, nodes->trips[i]);
    }
}

/* Returns the loop of a region, added if it is new. */
static struct analysis_carried_loop *loop_of(struct analysis_carried *carried, size_t *room,
                                             uint32_t region)
{
    for (size_t i = 0; i < carried->count; i++) {
        if (carried->loops[i].region == region)
            return &carried->loops[i];
    }
    carried->loops = memory_grow(carried->loops, room, carried->count + 1, sizeof *carried->loops);
    struct analysis_carried_loop *loop = &carried->loops[carried->count++];
    *loop = (struct analysis_carried_loop){.region = region};
    return loop;
}

/* Collects the rows of a loop. */
static void fill(const struct archive *archive, struct analysis_carried_loop *loop)
{
    const struct archive_carried *all = &archive->carried;
    size_t room = 0;
    for (uint32_t i = 0; i < all->rows; i++) {
        if (all->region[i] != loop->region)
            continue;
        if (all->kind[i] != FORMAT_CARRIED_WATCHED) {
            add_row(archive, loop, &room, i);
        } else {
            loop->nested = number_add(loop->nested, all->nested[i]);
            loop->allocations = number_add(loop->allocations, all->allocations[i]);
        }
    }
    count_trips(archive, loop);
    if (loop->count)
        qsort_r(loop->rows, loop->count, sizeof *loop->rows, by_weight, (void *)(uintptr_t)all);
    judge(archive, loop);
}

struct analysis_carried *analysis_carried_new(const struct archive *archive)
{
    struct analysis_carried *carried = memory_zeroed(1, sizeof *carried);
    size_t room = 0;
    carried->archive = archive;
    for (size_t i = 0; i < archive->carried.rows; i++)
        loop_of(carried, &room, archive->carried.region[i]);
    for (size_t i = 0; i < carried->count; i++)
        fill(archive, &carried->loops[i]);
    return carried;
}

void analysis_carried_free(struct analysis_carried *carried)
{
    for (size_t i = 0; i < carried->count; i++)
        free(carried->loops[i].rows);
    free(carried->loops);
    free(carried);
}
