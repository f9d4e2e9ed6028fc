/* sealed.c: finds the events of an archive that has just been sealed which were not given before.
 * The given events of a lane are its first ones by their end. Sealing may refine the clock, which
 * changes times a little, but not their order. Where only the last part of a log was kept, the
 * number of earlier events is unknown: the last given event is then found by its time and
 * duration. */
#include "query/live/state.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

enum { SLACK = 1000000 }; /* ns: more than a better clock changes a time */

/* An event's position in a log, which is ordered by ends: an inner event before the outer one. */
struct place_in_log {
    uint64_t end, start;
    uint32_t depth;
    uint64_t row;
};

static bool is_before(const struct place_in_log *a, const struct place_in_log *b)
{
    if (a->end != b->end)
        return a->end < b->end;
    if (a->start != b->start)
        return a->start > b->start;
    return a->depth != b->depth ? a->depth > b->depth : a->row < b->row;
}

/* A heap of the last `most` events that were added, the earliest on top. */
struct latest {
    struct place_in_log *all;
    size_t count, most;
};

static void sink(struct latest *latest)
{
    for (size_t i = 0;;) {
        size_t first = i, left = 2 * i + 1;
        for (size_t k = left; k < left + 2 && k < latest->count; k++) {
            if (is_before(&latest->all[k], &latest->all[first]))
                first = k;
        }
        if (first == i)
            return;
        struct place_in_log swapped = latest->all[i];
        latest->all[i] = latest->all[first];
        latest->all[first] = swapped;
        i = first;
    }
}

static void rise(struct latest *latest, size_t i)
{
    while (i && is_before(&latest->all[i], &latest->all[(i - 1) / 2])) {
        struct place_in_log swapped = latest->all[i];
        latest->all[i] = latest->all[(i - 1) / 2];
        latest->all[(i - 1) / 2] = swapped;
        i = (i - 1) / 2;
    }
}

static void add(struct latest *latest, const struct place_in_log *place)
{
    if (latest->count < latest->most) {
        latest->all[latest->count] = *place;
        rise(latest, latest->count++);
    } else if (latest->most && is_before(&latest->all[0], place)) {
        latest->all[0] = *place;
        sink(latest);
    }
}

static struct place_in_log place_of(const struct live *live, const struct archive_act *act,
                                    uint64_t row)
{
    return (struct place_in_log){act->end, act->start, live->archive->events->depth[act->node],
                                 row};
}

/* Counts of events by their end, in SPANS spans of 2^shift ns each from `from` on. */
enum { SPANS = 1 << 16 };
struct ends {
    uint64_t from, *counts;
    unsigned shift;
};

static void count_end(struct ends *ends, uint64_t end)
{
    uint64_t span = end < ends->from ? SPANS : (end - ends->from) >> ends->shift;
    if (span < SPANS)
        ends->counts[span]++;
}

/* Marks events as new: those that have not ended, and those after `after` (NULL: none). `latest`,
 * if not NULL, gets the events that end at the same time as `after`. Returns how many have
 * ended. */
static uint64_t each(struct live *live, uint32_t lane, const struct place_in_log *after,
                     struct latest *latest)
{
    struct archive_act act;
    uint64_t ended = 0;
    struct sealed_acts *acts = archive_sealed_acts_new(live->archive, lane, 0, UINT64_MAX);
    while (archive_sealed_acts_next(acts, &act)) {
        struct place_in_log place = place_of(live, &act, archive_sealed_acts_row(acts));
        bool open = act.flags & ARCHIVE_ACT_UNFINISHED;
        ended += !open;
        if (open || (after && is_before(after, &place)))
            archive_excerpt_rows_add(&live->only, place.row);
        else if (latest && after && place.end == after->end)
            add(latest, &place);
    }
    archive_sealed_acts_free(acts);
    return ended;
}

static void count_ends(const struct live *live, uint32_t lane, struct ends *ends)
{
    struct archive_act act;
    struct sealed_acts *acts = archive_sealed_acts_new(live->archive, lane, 0, UINT64_MAX);
    memset(ends->counts, 0, SPANS * sizeof *ends->counts);
    while (archive_sealed_acts_next(acts, &act)) {
        if (!(act.flags & ARCHIVE_ACT_UNFINISHED))
            count_end(ends, act.end);
    }
    archive_sealed_acts_free(acts);
}

/* Returns the end of the event that has *before others before it in order of ends. Then *before is
 * the number of those among the *same events that end at that time. Narrows the spans step by step,
 * as the events may be too many to store. */
static uint64_t find_end(const struct live *live, uint32_t lane, uint64_t *before, uint64_t *same)
{
    struct ends ends = {.shift = 48, .counts = memory_zeroed(SPANS, sizeof *ends.counts)};
    for (;; ends.shift -= 16) {
        size_t span = 0;
        count_ends(live, lane, &ends);
        for (; span < SPANS - 1 && ends.counts[span] <= *before; span++)
            *before -= ends.counts[span];
        ends.from += (uint64_t)span << ends.shift;
        *same = ends.counts[span];
        if (!ends.shift)
            break;
    }
    free(ends.counts);
    return ends.from;
}

/* True if only the last part of the lane's log was kept. */
static bool is_part_lost(const struct live *live, uint32_t lane)
{
    const struct archive_logs *logs = &live->archive->logs;
    for (size_t i = 0; i < logs->rows; i++) {
        if (logs->place[i] == live->archive->lanes.place[lane] && logs->lost[i])
            return true;
    }
    return false;
}

static uint64_t apart(uint64_t a, uint64_t b)
{
    return a > b ? a - b : b - a;
}

/* Finds the event that was given last: the nearest one of about the same duration. */
static struct place_in_log find_last(const struct live *live, uint32_t lane,
                                     const struct live_lane *known)
{
    struct place_in_log found = {.end = known->last, .row = UINT64_MAX};
    struct archive_act act;
    uint64_t from = known->last > SLACK ? known->last - SLACK : 0, nearest = SLACK;
    struct sealed_acts *acts =
        archive_sealed_acts_new(live->archive, lane, from, known->last + SLACK);
    while (archive_sealed_acts_next(acts, &act)) {
        uint64_t length = act.end - act.start, distance = apart(act.end, known->last);
        if (act.flags & ARCHIVE_ACT_UNFINISHED || distance >= nearest ||
            apart(length, known->length) > 1 + length / 100000)
            continue;
        nearest = distance;
        found = place_of(live, &act, archive_sealed_acts_row(acts));
    }
    archive_sealed_acts_free(acts);
    return found;
}

static void read_lane(struct live *live, uint32_t lane)
{
    const struct live_lane *known = live_lane_of(live, lane);
    static const struct place_in_log beginning = {0};
    if (!known->given) {
        each(live, lane, &beginning, NULL);
        return;
    }
    if (is_part_lost(live, lane)) {
        struct place_in_log last = find_last(live, lane, known);
        each(live, lane, &last, NULL);
        return;
    }
    uint64_t ended = each(live, lane, NULL, NULL), before = known->given, same;
    if (ended <= before)
        return;
    struct place_in_log last = {.end = find_end(live, lane, &before, &same), .row = UINT64_MAX};
    struct latest latest = {.most = (size_t)(same - before)};
    latest.all = memory_zeroed(latest.most + 1, sizeof *latest.all);
    each(live, lane, &last, &latest);
    for (size_t i = 0; i < latest.count; i++)
        archive_excerpt_rows_add(&live->only, latest.all[i].row);
    free(latest.all);
}

void live_read_sealed(struct live *live)
{
    archive_excerpt_rows_begin(&live->only, archive_event_blocks_rows(live->archive));
    for (uint32_t lane = 0; lane < live->archive->lanes.rows; lane++)
        read_lane(live, lane);
}
