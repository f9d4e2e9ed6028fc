/* regions.c: finds the regions on the critical path. */
#include "analysis/critical/checks.h"
#include "analysis/critical/walk.h"

#include "analysis/between.h"
#include "archive/events/events.h"
#include "archive/events/innermost.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>

/* The items, in progress. */
struct sums {
    const struct archive *archive;
    struct analysis_critical *to;
    struct interned *keys;  /* of items */
    struct interned *parts; /* of (item, place) */
    uint64_t *part_times;
    uint64_t *everywhere; /* by row of regions: see struct analysis_critical_item */
    size_t item_room, part_count, part_room;
    /* State of the lane being read: */
    uint32_t lane;
    const struct analysis_critical_stretch *stretches; /* its own, ordered by time */
    size_t count, at;
    uint64_t now;   /* the end of the last stretch */
    uint32_t after; /* row of nodes: the last event; ARCHIVE_NONE: none yet */
    uint64_t pending_from,
        pending_to; /* time outside of all events, until the next event is known */
};

static void add_part(struct sums *sums, uint32_t number, uint64_t time)
{
    uint32_t place = sums->archive->lanes.place[sums->lane];
    struct analysis_critical_item *item = &sums->to->items[number];
    const uint32_t key[] = {number, place};
    uint32_t part = interned_add(sums->parts, key, sizeof key);
    if (part == sums->part_count) {
        sums->part_times = memory_grow(sums->part_times, &sums->part_room, sums->part_count + 1,
                                       sizeof *sums->part_times);
        sums->part_times[sums->part_count++] = 0;
    }
    sums->part_times[part] = number_add(sums->part_times[part], time);
    if (sums->part_times[part] > item->most) {
        item->most = sums->part_times[part];
        item->place = place;
    }
}

static void add_time(struct sums *sums, uint32_t region, uint32_t after, uint32_t before,
                     uint64_t time)
{
    struct analysis_critical *to = sums->to;
    const uint32_t key[] = {region, after, before};
    uint32_t number = interned_add(sums->keys, key, sizeof key);
    if (number == to->count) {
        to->items = memory_grow(to->items, &sums->item_room, to->count + 1, sizeof *to->items);
        to->items[to->count++] = (struct analysis_critical_item){
            .region = region, .after = after, .before = before, .place = ARCHIVE_NONE};
    }
    to->items[number].time = number_add(to->items[number].time, time);
    to->items[number].count++;
    add_part(sums, number, time);
}

/* Returns how much of the interval is on the path. Intervals must come in order. */
static uint64_t on_path(struct sums *sums, uint64_t from, uint64_t until)
{
    uint64_t time = 0;
    while (sums->at < sums->count && sums->stretches[sums->at].to <= from)
        sums->at++;
    for (size_t i = sums->at; i < sums->count && sums->stretches[i].from < until; i++) {
        const struct analysis_critical_stretch *stretch = &sums->stretches[i];
        time += number_minus(stretch->to < until ? stretch->to : until,
                             stretch->from > from ? stretch->from : from);
    }
    return time;
}

/* Adds the time outside of all events between the last event and this one. */
static void finish_pending(struct sums *sums, uint32_t before)
{
    const struct archive *archive = sums->archive;
    uint64_t time = sums->pending_to > sums->pending_from
                        ? on_path(sums, sums->pending_from, sums->pending_to)
                        : 0;
    sums->pending_from = sums->pending_to = 0;
    if (!time)
        return;
    uint32_t around = before == ARCHIVE_NONE ? sums->after : before;
    uint32_t region = around == ARCHIVE_NONE ? 0
                      : before == ARCHIVE_NONE
                          ? analysis_between_region(archive, ARCHIVE_NONE, around)
                          : analysis_between_region(archive, sums->after, before);
    add_time(sums, region, sums->after == ARCHIVE_NONE ? 0 : archive->nodes.region[sums->after],
             before == ARCHIVE_NONE ? 0 : archive->nodes.region[before], time);
}

static void take(void *with, const struct archive_innermost_stretch *stretches, size_t count)
{
    struct sums *sums = with;
    const struct archive_nodes *nodes = &sums->archive->nodes;
    for (size_t i = 0; i < count; i++) {
        uint32_t node = stretches[i].node;
        if (!nodes->region[node]) {
            if (!sums->pending_to)
                sums->pending_from = sums->now;
            sums->pending_to = stretches[i].end;
        } else {
            finish_pending(sums, node);
            uint64_t *everywhere = &sums->everywhere[nodes->region[node]];
            *everywhere = number_add(*everywhere, number_minus(stretches[i].end, sums->now));
            uint64_t time = on_path(sums, sums->now, stretches[i].end);
            if (time)
                add_time(sums, nodes->region[node], 0, 0, time);
            sums->after = node;
        }
        sums->now = stretches[i].end;
    }
}

static bool read_lane(struct sums *sums)
{
    const struct archive_lanes *lanes = &sums->archive->lanes;
    struct error error = {0};
    struct archive_act act;
    uint64_t start = lanes->start[sums->lane], end = lanes->end[sums->lane];
    struct archive_acts *acts = archive_acts_of(sums->archive, sums->lane, 0, UINT64_MAX, &error);
    if (!acts)
        return false;
    uint32_t root = sums->archive->events->root_node[sums->lane];
    struct archive_innermost *innermost = memory_zeroed(1, sizeof *innermost);
    innermost->take = take;
    innermost->to = sums;
    sums->at = 0;
    sums->now = start;
    sums->after = ARCHIVE_NONE;
    sums->pending_from = sums->pending_to = 0;
    archive_innermost_begin(innermost, start, end, root);
    while (archive_acts_next(acts, &act)) {
        if (act.node == root)
            continue;
        archive_innermost_reach(innermost, act.start);
        archive_innermost_enter(innermost, act.end, act.node);
    }
    archive_innermost_end(innermost);
    finish_pending(sums, ARCHIVE_NONE);
    archive_innermost_free(innermost);
    free(innermost);
    archive_acts_free(acts);
    return true;
}

static int by_lane(const void *left, const void *right)
{
    const struct analysis_critical_stretch *a = left, *b = right;
    if (a->lane != b->lane)
        return a->lane < b->lane ? -1 : 1;
    return a->from < b->from ? -1 : a->from > b->from;
}

static int by_time(const void *left, const void *right)
{
    const struct analysis_critical_item *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    if (a->after != b->after)
        return a->after < b->after ? -1 : 1;
    return a->before < b->before ? -1 : a->before > b->before;
}

static int places_by_time(const void *left, const void *right)
{
    const struct analysis_critical_place *a = left, *b = right;
    if (a->time != b->time)
        return a->time > b->time ? -1 : 1;
    return a->place < b->place ? -1 : a->place > b->place;
}

static void find_places(const struct archive *archive, struct analysis_critical *to)
{
    struct analysis_critical_place *all = memory_zeroed(archive->places.rows + 1, sizeof *all);
    for (uint32_t i = 0; i < archive->places.rows; i++)
        all[i].place = i;
    uint32_t before = ARCHIVE_NONE;
    for (size_t i = 0; i < to->stretch_count; i++) {
        const struct analysis_critical_stretch *stretch = &to->stretches[i];
        struct analysis_critical_place *place = &all[archive->lanes.place[stretch->lane]];
        place->time = number_add(place->time, stretch->to - stretch->from);
        place->stretches += place->place != before;
        before = place->place;
    }
    qsort(all, archive->places.rows, sizeof *all, places_by_time);
    while (to->place_count < archive->places.rows && all[to->place_count].time)
        to->place_count++;
    to->places = all;
}

/* Reads all lanes: those without a part of the path, too, for the time in each region. */
static bool read_lanes(struct sums *sums, const struct analysis_critical_stretch *sorted,
                       size_t count)
{
    const struct archive *archive = sums->archive;
    bool read = true;
    size_t at = 0;
    for (sums->lane = 0; sums->lane < archive->lanes.rows && read; sums->lane++) {
        size_t first = at;
        while (at < count && sorted[at].lane == sums->lane)
            at++;
        sums->stretches = sorted + first;
        sums->count = at - first;
        if (at > first || critical_counts(archive, archive->lanes.place[sums->lane]))
            read = read_lane(sums);
    }
    return read;
}

bool critical_regions(const struct archive *archive, struct analysis_critical *to)
{
    size_t count = to->stretch_count;
    struct analysis_critical_stretch *sorted = memory_zeroed(count + 1, sizeof *sorted);
    struct sums sums = {.archive = archive,
                        .to = to,
                        .keys = interned_new(),
                        .parts = interned_new(),
                        .everywhere =
                            memory_zeroed(archive->regions.rows + 1, sizeof *sums.everywhere)};
    for (size_t i = 0; i < count; i++)
        sorted[i] = to->stretches[i];
    if (count)
        qsort(sorted, count, sizeof *sorted, by_lane);
    bool read = read_lanes(&sums, sorted, count);
    for (size_t i = 0; i < to->count; i++) {
        struct analysis_critical_item *item = &to->items[i];
        item->everywhere = item->after || item->before ? 0 : sums.everywhere[item->region];
    }
    if (to->count)
        qsort(to->items, to->count, sizeof *to->items, by_time);
    find_places(archive, to);
    interned_free(sums.keys);
    interned_free(sums.parts);
    free(sums.part_times);
    free(sums.everywhere);
    free(sorted);
    return read;
}
