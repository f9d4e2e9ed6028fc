/* logs.c: reads the events that have arrived in the logs of a run since the last call of
 * query_live_look. */
#include "query/live/state.h"

#include "format/place.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdlib.h>
#include <string.h>

enum {
    MOST = 1 << 18,   /* approximate number of events per call of query_live_look */
    MARGIN = 1000000, /* ns: events that ended less than this before the call began are given by the
                         next call */
};

static struct live_log *log_of(struct live *live, const struct archive_event_log *log)
{
    uint32_t row =
        pairs_add(&live->log_rows, log->place_number, log->file, (uint32_t)live->log_count);
    if (row == live->log_count) {
        live->logs = memory_grow(live->logs, &live->log_room, row + 1, sizeof *live->logs);
        live->logs[live->log_count++] = (struct live_log){0};
    }
    return &live->logs[row];
}

static void add_act(struct live *live, const struct archive_event_log *log,
                    const struct archive_event_act *act, bool is_new)
{
    live->acts = memory_grow(live->acts, &live->act_room, live->act_count + 1, sizeof *live->acts);
    live->acts[live->act_count++] =
        (struct live_act){.act = archive_event_act_times(live->archive, log, act),
                          .lane = live->archive->nodes.lane[act->node],
                          .is_new = is_new};
}

/* Returns the tick up to which the log is complete: all events that ended before it are in the log.
 * CPU time does not tell when an event ended, so there is no limit for it. */
static uint64_t cut_of(const struct live *live, const struct archive_event_log *log, uint64_t began)
{
    bool cpu = live->archive->places.clock[log->place] == FORMAT_CLOCK_CPU;
    return !log->alive || cpu ? UINT64_MAX : archive_ticks_tick(&log->moments, began - MARGIN);
}

static void keep_given(struct live_log *state, const struct archive_event_act *act)
{
    state->given =
        memory_grow(state->given, &state->given_room, state->given_count + 1, sizeof *state->given);
    state->given[state->given_count++] = *act;
}

/* Adds the events of a piece up to `cut` that were not given before; those given before are a
 * subsequence. False if the piece may get more events. */
static bool take_piece(struct live *live, const struct archive_event_log *log,
                       struct live_log *state, struct archive_event_act *acts, size_t count,
                       uint64_t cut)
{
    size_t before = state->given_count, next = 0;
    bool done = true;
    struct archive_event_act *old = state->given;
    state->given = NULL;
    state->given_count = state->given_room = 0;
    for (size_t i = 0; i < count; i++) {
        bool known =
            next < before && old[next].start == acts[i].start && old[next].end == acts[i].end;
        next += known;
        if (!known && acts[i].end > cut) {
            done = false;
            continue;
        }
        keep_given(state, &acts[i]);
        if (known)
            continue;
        add_act(live, log, &acts[i], true);
        struct live_lane *lane = live_lane_of(live, live->archive->nodes.lane[acts[i].node]);
        lane->given++;
        const struct archive_act *act = &live->acts[live->act_count - 1].act;
        lane->last = act->end;
        lane->length = act->end - act->start;
    }
    free(old);
    return done;
}

static void read_log(struct live *live, struct archive_event_log *log, uint64_t began)
{
    struct live_log *state = log_of(live, log);
    uint64_t cut = cut_of(live, log, began), first = archive_event_log_first(log);
    if (state->piece < first) {
        live->lost |= state->begun;
        state->piece = first;
        state->given_count = 0;
        state->more = (struct archive_event_more){0};
    }
    state->begun = true;
    while (state->piece < log->header.pieces) {
        size_t count;
        uint64_t newer = log->newer;
        struct archive_event_more more = state->more;
        struct archive_event_act *acts =
            archive_event_log_read(live->archive->events, log, state->piece, 1, &more, &count);
        bool done = take_piece(live, log, state, acts, count, cut) && log->newer == newer;
        free(acts);
        if (!done || state->piece + 1 == log->header.pieces)
            return; /* it is read again; `given` tells what to skip */
        state->piece++;
        state->given_count = 0;
        state->more = more;
        live->more = live->act_count > MOST;
        if (live->more)
            return;
    }
}

/* True if an open visit of the profile has ended since: its event is among the newest. */
static bool has_ended(const struct archive_event_act *newest, size_t count,
                      const struct archive_event_act *open)
{
    for (size_t i = 0; i < count; i++) {
        if (newest[i].start == open->start && newest[i].node == open->node)
            return true;
    }
    return false;
}

static void read_open(struct live *live, const struct archive_event_log *log, bool last)
{
    size_t count = 0;
    struct archive_event_act *newest = NULL;
    if (log->open_count)
        newest = archive_event_log_newest(live->archive->events, log, &count);
    for (size_t i = 0; i < log->open_count; i++) {
        struct archive_event_act act = log->open[i];
        uint32_t region = live->archive->nodes.region[act.node];
        bool task = live->archive->regions.kind[region] == TRI_KIND_TASK;
        if ((!last && !task) || has_ended(newest, count, &act))
            continue;
        if (task)
            act.activity = live->archive->lanes.runs[live->archive->nodes.lane[act.node]];
        add_act(live, log, &act, last);
    }
    free(newest);
}

/* Orders by lane, start, and length: an event before those inside of it. */
static int by_lane(const void *a, const void *b)
{
    const struct live_act *left = a, *right = b;
    if (left->lane != right->lane)
        return left->lane < right->lane ? -1 : 1;
    if (left->act.start != right->act.start)
        return left->act.start < right->act.start ? -1 : 1;
    if (left->act.end != right->act.end)
        return left->act.end > right->act.end ? -1 : 1;
    return left->act.node < right->act.node ? -1 : left->act.node > right->act.node;
}

/* The events of the current call, as a source for the writer of event tables. */
struct giving {
    const struct live *live;
    size_t at;
    uint32_t lane;
};

static bool begin_lane(void *from, uint32_t lane)
{
    struct giving *giving = from;
    giving->lane = lane;
    return giving->at < giving->live->act_count && giving->live->acts[giving->at].lane == lane;
}

static bool next_act(void *from, struct archive_act *act)
{
    struct giving *giving = from;
    if (!begin_lane(giving, giving->lane))
        return false;
    *act = giving->live->acts[giving->at++].act;
    return true;
}

static size_t done_so_far(void *from)
{
    return ((const struct giving *)from)->at;
}

bool live_read_logs(struct live *live, uint64_t began, bool last, struct error *error)
{
    struct archive_events *events = live->archive->events;
    struct giving giving = {.live = live};
    struct archive_events_from from = {begin_lane, next_act, done_so_far, &giving, 0, NULL, true};
    for (size_t i = 0; i < events->count && !live->more; i++) {
        read_log(live, &events->logs[i], began);
        live->more |= live->act_count > MOST && i + 1 < events->count;
    }
    for (size_t i = 0; i < events->count && !live->more; i++)
        read_open(live, &events->logs[i], last);
    if (live->act_count)
        qsort(live->acts, live->act_count, sizeof *live->acts, by_lane);
    archive_excerpt_rows_begin(&live->only, live->act_count);
    for (size_t i = 0; i < live->act_count; i++) {
        if (live->acts[i].is_new)
            archive_excerpt_rows_add(&live->only, i);
    }
    return archive_events_hold(live->archive, &from, error);
}
