/* index.c: sorts acts by their start, while the log has them in order of their end.
 *
 * Acts of a lane are nested, so few of those that end in a chunk of the log began before it. These
 * are kept in memory; all others stay in the log, and each chunk is sorted by itself. */
#include "archive/events/events.h"

#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Acts that are already linked in the new order. */
struct run {
    uint32_t first, last;
    uint32_t depth;
};

static int by_start(const void *a, const void *b)
{
    const struct archive_event_act *left = a, *right = b;
    if (left->start != right->start)
        return left->start < right->start ? -1 : 1;
    if (left->end != right->end)
        return left->end > right->end ? -1 : 1;
    return left->node < right->node ? -1 : left->node > right->node; /* a parent's row is smaller */
}

static bool is_ordered(const struct archive_event_act *acts, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        if (acts[i].start < acts[i - 1].start)
            return false;
    }
    return true;
}

/* Links the acts: each takes the runs before it that are deeper and began within it. */
static void chain(const struct archive_event_act *acts, size_t count, const uint32_t *depth,
                  uint32_t *next, struct run *runs, size_t *run_count)
{
    size_t used = 0;
    for (uint32_t i = 0; i < count; i++) {
        struct run run = {i, i, depth[acts[i].node]};
        uint32_t inside = UINT32_MAX;
        while (used && runs[used - 1].depth > run.depth &&
               acts[runs[used - 1].first].start >= acts[i].start) {
            const struct run *last = &runs[--used];
            if (inside == UINT32_MAX)
                run.last = last->last;
            else
                next[last->last] = inside;
            inside = last->first;
        }
        next[i] = inside;
        runs[used++] = run;
    }
    *run_count = used;
}

void archive_event_order(struct archive_event_act *acts, size_t count, const uint32_t *depth)
{
    if (count < 2)
        return;
    uint32_t *next = memory_zeroed(count, sizeof *next);
    struct run *runs = memory_zeroed(count, sizeof *runs);
    struct archive_event_act *ordered = memory_zeroed(count, sizeof *ordered);
    size_t run_count, done = 0;
    chain(acts, count, depth, next, runs, &run_count);
    for (size_t i = 0; i < run_count; i++) {
        for (uint32_t at = runs[i].first;; at = next[at]) {
            ordered[done++] = acts[at];
            if (at == runs[i].last)
                break;
        }
    }
    memcpy(acts, ordered, count * sizeof *acts);
    free(ordered);
    free(runs);
    free(next);
    if (!is_ordered(acts, count)) /* they are not nested, or come from a damaged log */
        qsort(acts, count, sizeof *acts, by_start);
}

static void add_long(struct archive_event_log *log, const struct archive_event_act *act)
{
    log->long_acts =
        memory_grow(log->long_acts, &log->long_room, log->long_count + 1, sizeof *log->long_acts);
    log->long_acts[log->long_count++] = *act;
}

/* Closes an open visit of the profile that has ended since, or whose process was killed while it
 * ended. */
static void close_open(struct archive_event_log *log, const struct archive_event_act *act)
{
    size_t low = 0, high = log->open_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (log->open[middle].start < act->start)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < log->open_count && log->open[low].start == act->start; low++) {
        if (log->open[low].node == act->node)
            log->open[low].end = act->start;
    }
}

/* Adds a chunk of `count` pieces; returns the latest end in it. */
static uint64_t add_chunk(const struct archive *archive, struct archive_event_log *log,
                          uint64_t piece, uint64_t count, uint64_t from,
                          struct archive_event_more *more)
{
    size_t acts;
    struct archive_event_chunk chunk = {
        .from = from, .piece = piece, .first_lane = UINT32_MAX, .more = *more};
    struct archive_event_act *all =
        archive_event_log_read(archive->events, log, piece, count, more, &acts);
    bool newest = piece + count + FORMAT_SLOTS > log->header.pieces;
    uint64_t end = from;
    for (size_t i = 0; i < acts; i++) {
        uint32_t lane = archive->nodes.lane[all[i].node];
        if (newest)
            close_open(log, &all[i]);
        if (lane < chunk.first_lane)
            chunk.first_lane = lane;
        if (lane >= chunk.end_lane)
            chunk.end_lane = lane + 1;
        if (all[i].end > end)
            end = all[i].end;
        if (all[i].start < from)
            add_long(log, &all[i]);
    }
    free(all);
    log->chunks =
        memory_grow(log->chunks, &log->chunk_room, log->chunk_count + 1, sizeof *log->chunks);
    log->chunks[log->chunk_count++] = chunk;
    return end;
}

/* Reads the header again: more may have been logged since the profile was read, and visits that
 * were open then may have ended. Returns the largest number of pieces that the file can have. */
static uint64_t renew_header(const struct archive *archive, struct archive_event_log *log)
{
    char path[64];
    struct archive_folder_file file;
    struct format_events header = {0};
    snprintf(path, sizeof path, "places/%u/events-%u", log->place_number, log->file);
    if (!archive_folder_open(&archive->events->folder, path, &file))
        return 0;
    archive_folder_read(&file, 0, &header, sizeof header);
    archive_folder_close(&file);
    /* The file grows before its header says so: its size is asked for after the header was read. */
    if (!archive_folder_open(&archive->events->folder, path, &file))
        return 0;
    uint64_t most = file.size / FORMAT_PIECE_SIZE;
    archive_folder_close(&file);
    if (header.pieces >= log->header.pieces && header.written >= log->header.written) {
        log->header.pieces = header.pieces;
        log->header.written = header.written;
        log->header.keep = header.keep;
        log->header.limit = header.limit;
    }
    return most;
}

void archive_event_log_index(const struct archive *archive, struct archive_event_log *log)
{
    if (log->indexed)
        return;
    struct archive_event_more more = {0};
    uint64_t end = 0, most = renew_header(archive, log);
    if (log->open_count)
        qsort(log->open, log->open_count, sizeof *log->open, by_start);
    uint64_t pieces = log->header.pieces, piece = archive_event_log_first(log);
    if (piece > pieces ||
        pieces - piece > most) { /* the header claims more pieces than the file can have */
        log->damaged++;
        piece = pieces > most ? pieces - most : 0;
    }
    while (piece < pieces) {
        uint64_t count = pieces - piece < EVENT_CHUNK ? pieces - piece : EVENT_CHUNK;
        end = add_chunk(archive, log, piece, count, end, &more);
        piece += count;
    }
    for (size_t i = 0; i < log->open_count; i++) {
        if (log->open[i].end == EVENT_UNFINISHED)
            add_long(log, &log->open[i]);
    }
    if (log->long_count)
        qsort(log->long_acts, log->long_count, sizeof *log->long_acts, by_start);
    log->indexed = true;
}
