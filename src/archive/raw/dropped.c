/* dropped.c: see dropped.h */
#include "archive/raw/dropped.h"

#include "util/number.h"

#include <stdio.h>

/* Reads the header of the oldest piece that was not overwritten. False if there is none. */
static bool read_head(const struct archive_events *events, const struct archive_event_log *log,
                      struct format_piece *head)
{
    char path[RAW_PATH];
    struct archive_folder_file file;
    uint64_t first = archive_event_log_first(log), limit = log->header.limit;
    snprintf(path, sizeof path, "places/%u/events-%u", log->place_number, log->file);
    if (!archive_folder_open(&events->folder, path, &file))
        return false;
    bool found = false;
    for (uint64_t i = first; !found && i <= first + FORMAT_MOVED; i++) {
        uint64_t place = i % limit;
        found = place < UINT64_MAX / FORMAT_PIECE_SIZE / 2 &&
                archive_folder_read(&file, FORMAT_PIECES_AT + place * FORMAT_PIECE_SIZE, head,
                                    sizeof *head) == sizeof *head &&
                head->sequence == i + 1;
    }
    archive_folder_close(&file);
    return found;
}

struct raw_dropped raw_dropped_find(const struct archive_events *events,
                                    const struct archive_event_log *log,
                                    const struct format_header *header)
{
    struct raw_dropped dropped = {.acts = header->dropped, .error = (uint32_t)log->header.error};
    struct format_piece head;
    if (!dropped.error && header->dropped_error < UINT32_MAX)
        dropped.error = (uint32_t)header->dropped_error;
    if (log->header.dropped > dropped.acts) /* a log of an older version, or an imported one */
        dropped.acts = log->header.dropped;
    if (header->dropped) {
        dropped.from = header->dropped_from;
        dropped.to = header->dropped_to;
    }
    if (archive_event_log_first(log) && read_head(events, log, &head) && head.acts_before) {
        dropped.acts = number_add(dropped.acts, head.acts_before);
        dropped.from = 0;
        if (head.end_before > dropped.to)
            dropped.to = head.end_before;
    }
    return dropped;
}

void raw_dropped_tell(struct archive *archive, size_t first, const struct raw_dropped *dropped)
{
    for (size_t i = first; i < archive->lanes.rows; i++) {
        archive->lanes.dropped_from[i] = dropped->from;
        archive->lanes.dropped_to[i] = dropped->to;
    }
}

void raw_filtered_tell(struct archive *archive, size_t first, const struct format_header *header,
                       const struct archive_raw_place *place)
{
    struct archive_lanes *lanes = &archive->lanes;
    if (!header->filtered_to)
        return;
    uint64_t aside = archive_ticks_ns(&place->moments, header->filtered_aside);
    for (size_t i = first; i < lanes->rows; i++) {
        if (!lanes->filtered[i])
            continue;
        if (!lanes->filtered_to[i] || header->filtered_from < lanes->filtered_from[i])
            lanes->filtered_from[i] = header->filtered_from;
        if (header->filtered_to > lanes->filtered_to[i])
            lanes->filtered_to[i] = header->filtered_to;
        lanes->filtered_aside[i] = aside / (lanes->rows - first);
    }
}

void raw_filtered_always(struct archive_lanes *lanes, size_t lane)
{
    lanes->filtered_from[lane] = 0;
    lanes->filtered_to[lane] = UINT64_MAX;
}

static void close_stretch(const struct archive_lanes *lanes, size_t lane,
                          const struct archive_raw_place *place, uint64_t *from, uint64_t *to)
{
    if (*from < lanes->start[lane])
        *from = lanes->start[lane];
    if (*to > lanes->end[lane])
        *to = lanes->end[lane];
    bool any = *from < *to && place->record.clock != FORMAT_CLOCK_CPU;
    *from = any ? archive_ticks_time(&place->moments, *from) : 0;
    *to = any ? archive_ticks_time(&place->moments, *to) : 0;
}

void raw_dropped_close(struct archive_lanes *lanes, size_t lane,
                       const struct archive_raw_place *place)
{
    close_stretch(lanes, lane, place, &lanes->dropped_from[lane], &lanes->dropped_to[lane]);
    close_stretch(lanes, lane, place, &lanes->filtered_from[lane], &lanes->filtered_to[lane]);
}
