/* events.c: see events.h */
#include "archive/events/events.h"

#include "format/place.h"
#include "util/memory.h"

#include <assert.h>
#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>

struct archive_events *archive_events_new(const struct archive_folder *folder)
{
    struct archive_events *events = memory_zeroed(1, sizeof *events);
    events->folder = *folder;
    if (folder->root)
        events->folder.root = events->root = memory_string(folder->root);
    return events;
}

void archive_events_free(struct archive_events *events)
{
    if (!events)
        return;
    for (size_t i = 0; i < events->count; i++) {
        struct archive_event_log *log = &events->logs[i];
        free(log->nodes);
        free(log->regions);
        free(log->open);
        free(log->chunks);
        free(log->long_acts);
        if (log->sizes)
            interned_free(log->sizes);
    }
    free(events->logs);
    free(events->root);
    free(events->depth);
    free(events->only_file);
    free(events->root_node);
    free(events->bad);
    for (int i = 0; i < EVENT_LEVELS; i++)
        free(events->ends[i]);
    pairs_free(&events->numbers);
    archive_rank_index_free(&events->ranks);
    free(events);
}

/* Reads the header of a log, which stays zero if it is not there yet. False if it is damaged. */
static bool read_header(const struct archive_events *events, const struct archive_event_log *log,
                        struct format_events *header)
{
    char path[64];
    struct archive_folder_file file;
    struct format_events read = {0};
    snprintf(path, sizeof path, "places/%u/events-%u", log->place_number, log->file);
    if (!archive_folder_open(&events->folder, path, &file))
        return true;
    size_t size = archive_folder_read(&file, 0, &read, sizeof read);
    archive_folder_close(&file);
    if (!size || (size == sizeof read && !read.magic)) /* just made: nothing is published yet */
        return true;
    if (size != sizeof read || read.magic != FORMAT_EVENTS_MAGIC ||
        !format_is_readable(read.version))
        return false;
    *header = read;
    return true;
}

struct archive_event_log *archive_events_add(struct archive_events *events, uint32_t place_number,
                                             uint32_t file, uint32_t kinds, bool *bad)
{
    struct archive_event_log log = {
        .place_number = place_number, .file = file, .header.kinds = kinds};
    *bad = !read_header(events, &log, &log.header);
    if (*bad || !log.header.kinds)
        return NULL;
    events->logs = memory_grow(events->logs, &events->room, events->count + 1, sizeof log);
    events->logs[events->count] = log;
    return &events->logs[events->count++];
}

void archive_events_prepare(const struct archive *archive)
{
    struct archive_events *events = archive->events;
    const struct archive_nodes *nodes = &archive->nodes;
    if (events->depth)
        return;
    events->depth = memory_zeroed(nodes->rows + 1, sizeof *events->depth);
    events->only_file = memory_zeroed(nodes->rows + 1, sizeof *events->only_file);
    if (!archive->sealed)
        archive_rank_index_make(&events->ranks, archive);
    events->root_node = memory_zeroed(archive->lanes.rows + 1, sizeof *events->root_node);
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i], region = nodes->region[i];
        if (parent == ARCHIVE_NONE) {
            events->root_node[nodes->lane[i]] = (uint32_t)i;
            continue;
        }
        events->depth[i] = events->depth[parent] + 1;
        uint32_t kind = archive->regions.kind[region];
        if (kind == TRI_KIND_FILE || kind == TRI_KIND_OBJECT)
            events->only_file[parent] = events->only_file[parent] ? ARCHIVE_NONE : region;
    }
    for (size_t i = 0; i < nodes->rows; i++) {
        if (events->only_file[i] == ARCHIVE_NONE)
            events->only_file[i] = 0;
    }
}

struct archive_event_log *archive_events_of_lane(const struct archive *archive, uint32_t lane)
{
    assert(lane < archive->lanes.rows);
    struct archive_events *events = archive->events;
    size_t low = 0, high = events->count; /* logs are in order of their lanes */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (events->logs[middle].end_lane <= lane)
            low = middle + 1;
        else
            high = middle;
    }
    return low < events->count && events->logs[low].first_lane <= lane ? &events->logs[low] : NULL;
}
