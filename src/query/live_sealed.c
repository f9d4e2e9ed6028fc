/* live_sealed.c: which acts of an archive that was sealed meanwhile are new.
 *
 * Those that were given are the first ones of their lane by their end: as many as were given. The
 * clock may be known better now, so that times are not quite the same as before: the order is. */
#include "query/live_state.h"

#include "util/memory.h"

#include <stdlib.h>

/* An act in the order of its end, as in a log: what is inside of another one before it. */
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

/* The last ones of all that came, the first of these on top. */
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

/* Calls take() for the acts of a lane that have ended; those that have not are new. */
static uint64_t each(struct live *live, uint32_t lane, struct latest *latest, uint64_t after)
{
    struct archive_act act;
    uint64_t ended = 0;
    struct sealed_acts *acts = sealed_acts_new(live->archive, lane, 0, UINT64_MAX);
    while (sealed_acts_next(acts, &act)) {
        uint64_t row = sealed_acts_row(acts);
        bool open = act.flags & ARCHIVE_ACT_OPEN;
        struct place_in_log place = {act.end, act.start, live->archive->events->depth[act.node],
                                     row};
        ended += !open;
        if (open || act.end > after)
            part_rows_add(&live->only, row);
        else if (latest)
            add(latest, &place);
    }
    sealed_acts_free(acts);
    return ended;
}

/* A log of which only the last part was kept. */
static bool is_part_lost(const struct live *live, uint32_t lane)
{
    const struct archive_logs *logs = &live->archive->logs;
    for (size_t i = 0; i < logs->rows; i++) {
        if (logs->place[i] == live->archive->lanes.place[lane] && logs->lost[i])
            return true;
    }
    return false;
}

static void read_lane(struct live *live, uint32_t lane)
{
    const struct live_lane *known = live_lane_of(live, lane);
    uint64_t ended = each(live, lane, NULL, known->given ? UINT64_MAX : 0);
    if (!known->given)
        return; /* all are new; those of no length at 0 do not occur */
    if (is_part_lost(live, lane)) {
        each(live, lane, NULL, known->last);
        return;
    }
    struct latest latest = {.most = ended > known->given ? (size_t)(ended - known->given) : 0};
    latest.all = memory_zeroed(latest.most + 1, sizeof *latest.all);
    each(live, lane, &latest, UINT64_MAX);
    for (size_t i = 0; i < latest.count; i++)
        part_rows_add(&live->only, latest.all[i].row);
    free(latest.all);
}

void live_read_sealed(struct live *live)
{
    part_rows_begin(&live->only, event_blocks_rows(live->archive));
    for (uint32_t lane = 0; lane < live->archive->lanes.rows; lane++)
        read_lane(live, lane);
}
