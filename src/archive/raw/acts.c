/* acts.c: reads the acts of a lane from its event log: chunk by chunk, merged with the long
 * ones. */
#include "archive/events/events.h"

#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

struct raw_acts {
    const struct archive *archive;
    struct archive_event_log *log;
    uint32_t lane;
    uint64_t from, to; /* ns */
    size_t chunk;      /* index of the next chunk */
    struct archive_event_act *acts;
    size_t count, at;
    size_t next_long;
    uint32_t before; /* turn of an act before the next long one, with the same node and start;
                        UINT32_MAX: none */
};

struct raw_acts *archive_raw_acts_new(const struct archive *archive, struct archive_event_log *log,
                                      uint32_t lane, uint64_t from, uint64_t to)
{
    archive_events_prepare(archive);
    archive_event_log_index(archive, log);
    struct raw_acts *acts = memory_zeroed(1, sizeof *acts);
    acts->archive = archive;
    acts->log = log;
    acts->lane = lane;
    acts->from = from;
    acts->to = to;
    acts->before = UINT32_MAX;
    return acts;
}

void archive_raw_acts_free(struct raw_acts *acts)
{
    if (acts)
        free(acts->acts);
    free(acts);
}

uint64_t archive_raw_acts_piece(const struct raw_acts *acts)
{
    const struct archive_event_log *log = acts->log;
    return acts->chunk < log->chunk_count ? log->chunks[acts->chunk].piece : log->header.pieces;
}

static bool is_of_interest(const struct raw_acts *acts, size_t number)
{
    const struct archive_event_log *log = acts->log;
    const struct archive_event_chunk *chunk = &log->chunks[number];
    if (acts->lane < chunk->first_lane || acts->lane >= chunk->end_lane ||
        archive_ticks_time(&log->moments, chunk->from) >= acts->to)
        return false;
    return number + 1 == log->chunk_count ||
           archive_ticks_time(&log->moments, log->chunks[number + 1].from) >= acts->from;
}

/* Reads the lane's acts of a chunk, in order, without the long ones. */
static void read_chunk(struct raw_acts *acts, size_t number)
{
    struct archive_event_log *log = acts->log;
    uint64_t from = log->chunks[number].from, piece = log->chunks[number].piece;
    uint64_t end =
        number + 1 < log->chunk_count ? log->chunks[number + 1].piece : log->header.pieces;
    size_t count;
    struct archive_event_more more = log->chunks[number].more;
    struct archive_event_act *all =
        archive_event_log_read(acts->archive->events, log, piece, end - piece, &more, &count);
    acts->count = acts->at = 0;
    for (size_t i = 0; i < count; i++) {
        if (all[i].start >= from && acts->archive->nodes.lane[all[i].node] == acts->lane)
            all[acts->count++] = all[i];
    }
    archive_event_order(all, acts->count, acts->archive->events->depth);
    free(acts->acts);
    acts->acts = all;
}

static const struct archive_event_act *peek_chunk(struct raw_acts *acts)
{
    while (acts->at == acts->count && acts->chunk < acts->log->chunk_count) {
        size_t number = acts->chunk++;
        if (is_of_interest(acts, number)) {
            read_chunk(acts, number);
            acts->before = UINT32_MAX; /* turns are numbered within a chunk */
        }
    }
    return acts->at < acts->count ? &acts->acts[acts->at] : NULL;
}

static const struct archive_event_act *peek_long(struct raw_acts *acts)
{
    const struct archive_event_log *log = acts->log;
    while (acts->next_long < log->long_count &&
           acts->archive->nodes.lane[log->long_acts[acts->next_long].node] != acts->lane)
        acts->next_long++;
    return acts->next_long < log->long_count ? &log->long_acts[acts->next_long] : NULL;
}

struct archive_act archive_event_act_times(const struct archive *archive,
                                           const struct archive_event_log *log,
                                           const struct archive_event_act *raw)
{
    const struct archive_lanes *lanes = &archive->lanes;
    uint32_t lane = archive->nodes.lane[raw->node];
    uint64_t start = archive_ticks_time(&log->moments, raw->start);
    uint64_t end = raw->end == EVENT_UNFINISHED ? lanes->end[lane]
                                                : archive_ticks_time(&log->moments, raw->end);
    bool open = log->alive && end > lanes->end[lane]; /* it ended after the profile was read */
    if (open)
        end = lanes->end[lane];
    bool continued = lanes->forked[lane] && start == lanes->start[lane];
    struct archive_act act = {
        .start = start,
        .end = end > start ? end : start,
        .node = raw->node,
        .flags = raw->flags | (continued ? ARCHIVE_ACT_CONTINUED : 0) |
                 (open ? ARCHIVE_ACT_UNFINISHED : 0),
        .trips = raw->trips,
        .bytes = raw->bytes,
        .file = raw->file,
        .activity = raw->activity,
        .holder = raw->holder,
        .held = archive_ticks_ns(&log->moments, raw->held),
        .after_count = raw->after_count,
        .sizes = raw->sizes,
    };
    if (raw->after_count)
        memcpy(act.after, raw->after, sizeof act.after);
    else if (raw->peers.told)
        archive_event_peers_give(&raw->peers, archive, log->place, &act);
    return act;
}

/* True if an act is inside a long one. If both begin together, their call paths decide; if the same
 * node was visited just before, for no time, the order of the log decides. */
static bool is_inside(struct raw_acts *acts, const struct archive_event_act *inner,
                      const struct archive_event_act *outer)
{
    if (outer->start != inner->start)
        return outer->start < inner->start;
    if (inner->node == outer->node) {
        acts->before = inner->turn;
        return false;
    }
    uint32_t node = inner->node;
    while (node != ARCHIVE_NONE && node > outer->node)
        node = acts->archive->nodes.parent[node];
    return node == outer->node && (acts->before == UINT32_MAX || inner->turn > acts->before);
}

bool archive_raw_acts_next(struct raw_acts *acts, struct archive_act *act)
{
    for (;;) {
        const struct archive_event_act *inner = peek_chunk(acts), *outer = peek_long(acts);
        if (!inner && !outer)
            return false;
        bool is_long = !inner || (outer && is_inside(acts, inner, outer));
        *act = archive_event_act_times(acts->archive, acts->log, is_long ? outer : inner);
        if (is_long) {
            acts->next_long++;
            acts->before = UINT32_MAX;
        } else {
            acts->at++;
        }
        if (archive_event_touches(act->start, act->end, acts->from, acts->to))
            return true;
    }
}
