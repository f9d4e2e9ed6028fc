/* causes.c: finds what ranks did while others waited for them. The events of a lane are read once,
 * as stretches with the same innermost event. From the moment when the lane arrived, stretches are
 * summed backwards until the waits for it began. So many waits for one moment cost as much as
 * one. */
#include "analysis/delays/waits.h"

#include "analysis/between.h"
#include "archive/events/events.h"
#include "archive/events/innermost.h"
#include "archive/messages/mpi_calls.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

enum { MOST_STRETCHES = 4096 }; /* stretches searched backwards from one moment */

/* A stretch of time with the same innermost event. */
struct stretch {
    uint64_t start, end;
    uint32_t node;
    uint32_t after; /* row of nodes: the last MPI call; ARCHIVE_NONE: none yet */
};

/* A sum of stretches: by region or, outside of all events, by the call that follows. */
struct sum {
    uint64_t time, longest;
    uint32_t doing, after, before; /* of the longest stretch */
    bool around; /* the call that follows is directly inside of it, or nothing of it was logged */
};

/* A walk through the events of one late lane. */
struct walk {
    const struct archive *archive;
    const uint8_t *is_call;            /* by row of regions: an MPI function */
    struct analysis_delay_wait *waits; /* for this lane, by its arrival, then latest start first */
    size_t count;
    uint64_t *earliest; /* ns: the earliest start of the waits from there on */
    size_t first, next; /* the waits from `first` to before `next` overlap */
    uint64_t from, to;  /* their time range */
    struct stretch *stretches;
    size_t stretch_count, room;
    uint64_t now;   /* the end of the last stretch that was read */
    uint32_t after; /* the last MPI call so far */
    struct sum *sums;
    uint32_t *touched; /* sums that are not 0 */
    size_t touched_count;
};

static uint32_t region_of(const struct walk *walk, uint32_t node)
{
    return walk->archive->nodes.region[node];
}

static bool is_call(const struct walk *walk, uint32_t node)
{
    return walk->is_call[region_of(walk, node)];
}

static uint32_t key_of(const struct walk *walk, const struct stretch *stretch, uint32_t before)
{
    uint32_t region = region_of(walk, stretch->node);
    return region ? region : (uint32_t)walk->archive->regions.rows + region_of(walk, before);
}

/* Returns the sum with the part of a stretch from `from` to `to` added. */
static struct sum plus(const struct walk *walk, struct sum sum, const struct stretch *stretch,
                       uint64_t from, uint64_t to, uint32_t before)
{
    uint32_t region = region_of(walk, stretch->node);
    uint64_t time = number_minus(stretch->end < to ? stretch->end : to,
                                 stretch->start > from ? stretch->start : from);
    sum.time += time;
    if (time >= sum.longest) {
        sum.longest = time;
        sum.doing = region;
        sum.after = stretch->after;
        sum.before = before;
        sum.around = !region || walk->archive->nodes.parent[before] == stretch->node;
    }
    return sum;
}

static void set_cause(const struct walk *walk, struct analysis_delay_wait *wait,
                      const struct sum *sum)
{
    if (!sum->time)
        return;
    wait->doing = sum->doing;
    if (!sum->around || walk->is_call[sum->doing])
        return;
    wait->after = sum->after;
    wait->before = sum->before;
    if (!wait->doing)
        wait->doing = analysis_between_region(walk->archive, sum->after, sum->before);
}

/* Explains the waits for the lane's arrival at one moment. */
static void look_back(struct walk *walk, size_t first, size_t end, size_t stretches)
{
    uint64_t came = walk->waits[first].until;
    uint32_t before = walk->waits[first].late, best = 0;
    size_t at = stretches, steps = 0;
    for (size_t i = first; i < end; i++) {
        struct analysis_delay_wait *wait = &walk->waits[i];
        for (; at && walk->stretches[at - 1].start >= wait->start && steps < MOST_STRETCHES;
             at--, steps++) {
            const struct stretch *stretch = &walk->stretches[at - 1];
            uint32_t key = key_of(walk, stretch, before);
            if (!walk->sums[key].time)
                walk->touched[walk->touched_count++] = key;
            walk->sums[key] = plus(walk, walk->sums[key], stretch, wait->start, came, before);
            if (walk->sums[key].time > walk->sums[best].time)
                best = key;
            if (is_call(walk, stretch->node))
                before = stretch->node;
        }
        struct sum found = walk->sums[best];
        if (at && walk->stretches[at - 1].end > wait->start) {
            const struct stretch *stretch = &walk->stretches[at - 1];
            struct sum other = plus(walk, walk->sums[key_of(walk, stretch, before)], stretch,
                                    wait->start, came, before);
            if (other.time > found.time)
                found = other;
        }
        set_cause(walk, wait, &found);
    }
    while (walk->touched_count)
        walk->sums[walk->touched[--walk->touched_count]] = (struct sum){0};
}

/* Explains all waits of the current time range. */
static void finish(struct walk *walk)
{
    size_t stretches = 0;
    for (size_t i = walk->first, end; i < walk->next; i = end) {
        for (end = i; end < walk->next && walk->waits[end].until == walk->waits[i].until &&
                      walk->waits[end].late == walk->waits[i].late;)
            end++;
        while (stretches < walk->stretch_count &&
               walk->stretches[stretches].start < walk->waits[i].until)
            stretches++;
        look_back(walk, i, end, stretches);
    }
    walk->stretch_count = 0;
}

/* Moves to the next group of overlapping waits: up to one after which all later ones begin when it
 * is over. */
static void advance(struct walk *walk)
{
    size_t end = walk->first = walk->next;
    if (end == walk->count)
        return;
    do
        end++;
    while (end < walk->count && walk->earliest[end] < walk->waits[end - 1].until);
    walk->next = end;
    walk->from = walk->earliest[walk->first];
    walk->to = walk->waits[end - 1].until;
}

static void add_stretch(struct walk *walk, uint32_t node, uint64_t start, uint64_t end)
{
    while (walk->first < walk->count && start < end) {
        if (end > walk->from && start < walk->to) {
            walk->stretches = memory_grow(walk->stretches, &walk->room, walk->stretch_count + 1,
                                          sizeof *walk->stretches);
            walk->stretches[walk->stretch_count++] =
                (struct stretch){start, end, node, walk->after};
        }
        if (end < walk->to)
            break;
        finish(walk);
        advance(walk);
    }
    if (is_call(walk, node))
        walk->after = node;
}

static void take(void *to, const struct archive_innermost_stretch *stretches, size_t count)
{
    struct walk *walk = to;
    for (size_t i = 0; i < count; i++) {
        add_stretch(walk, stretches[i].node, walk->now, stretches[i].end);
        walk->now = stretches[i].end;
    }
}

static void walk_lane(struct walk *walk, uint32_t lane)
{
    const struct archive *archive = walk->archive;
    struct archive_innermost *innermost = memory_zeroed(1, sizeof *innermost);
    struct archive_act act;
    struct error error = {0};
    uint64_t end = walk->waits[walk->count - 1].until;
    struct archive_acts *acts = archive_acts_of(archive, lane, 0, end, &error);
    innermost->take = take;
    innermost->to = walk;
    advance(walk);
    if (acts) {
        archive_innermost_begin(innermost, archive->lanes.start[lane], archive->lanes.end[lane],
                                archive->events->root_node[lane]);
        walk->now = innermost->now;
        while (walk->first < walk->count && archive_acts_next(acts, &act)) {
            if (archive->nodes.parent[act.node] == ARCHIVE_NONE)
                continue; /* the lane itself */
            archive_innermost_reach(innermost, act.start);
            archive_innermost_enter(innermost, act.end, act.node);
        }
        archive_innermost_reach(innermost, end);
        archive_innermost_flush(innermost);
    }
    if (walk->stretch_count)
        finish(walk);
    archive_acts_free(acts);
    archive_innermost_free(innermost);
    free(innermost);
}

static int by_moment(const void *left, const void *right, void *context)
{
    const struct analysis_delay_wait *a = left, *b = right;
    const uint32_t *lane = context;
    if (lane[a->late] != lane[b->late])
        return lane[a->late] < lane[b->late] ? -1 : 1;
    if (a->until != b->until)
        return a->until < b->until ? -1 : 1;
    if (a->late != b->late)
        return a->late < b->late ? -1 : 1;
    if (a->start != b->start)
        return a->start > b->start ? -1 : 1;
    return a->node < b->node ? -1 : a->node > b->node;
}

static void explain(struct walk *walk, uint32_t lane)
{
    walk->earliest = memory_zeroed(walk->count + 1, sizeof *walk->earliest);
    walk->earliest[walk->count] = UINT64_MAX;
    for (size_t i = walk->count; i-- > 0;)
        walk->earliest[i] = walk->waits[i].start < walk->earliest[i + 1] ? walk->waits[i].start
                                                                         : walk->earliest[i + 1];
    walk->after = ARCHIVE_NONE;
    walk->next = 0;
    walk->stretch_count = 0;
    walk_lane(walk, lane);
    free(walk->earliest);
}

void analysis_delay_causes_find(const struct archive *archive, struct analysis_delay_waits *waits)
{
    const uint32_t *lane = archive->nodes.lane;
    size_t regions = archive->regions.rows;
    if (!waits->count)
        return;
    uint8_t *calls = memory_zeroed(regions, sizeof *calls);
    for (size_t i = 0; i < regions; i++)
        calls[i] = archive_mpi_is_call(archive, (uint32_t)i);
    struct walk walk = {
        .archive = archive,
        .is_call = calls,
        .sums = memory_zeroed(2 * regions, sizeof *walk.sums),
        .touched = memory_zeroed(2 * regions, sizeof *walk.touched),
    };
    qsort_r(waits->all, waits->count, sizeof *waits->all, by_moment, (void *)lane);
    for (size_t i = 0; i < waits->count; i += walk.count) {
        walk.waits = &waits->all[i];
        walk.count = 0;
        while (i + walk.count < waits->count &&
               lane[walk.waits[walk.count].late] == lane[walk.waits->late])
            walk.count++;
        explain(&walk, lane[walk.waits->late]);
    }
    free(calls);
    free(walk.sums);
    free(walk.touched);
    free(walk.stretches);
}
