/* events.c: see events.h */
#include "archive/events.h"

#include "format/place.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>

struct events *events_new(const struct folder *folder)
{
    struct events *events = memory_zeroed(1, sizeof *events);
    events->folder = *folder;
    if (folder->root)
        events->folder.root = events->root = memory_string(folder->root);
    return events;
}

void events_free(struct events *events)
{
    if (!events)
        return;
    for (size_t i = 0; i < events->count; i++) {
        struct event_log *log = &events->logs[i];
        free(log->nodes);
        free(log->regions);
        free(log->open);
        free(log->chunks);
        free(log->long_acts);
    }
    free(events->logs);
    free(events->root);
    free(events->depth);
    free(events->only_file);
    free(events->root_node);
    free(events);
}

struct event_log *events_add(struct events *events, uint32_t place_number, uint32_t file, bool *bad)
{
    char path[64];
    struct folder_file open;
    struct event_log log = {.place_number = place_number, .file = file};
    *bad = false;
    snprintf(path, sizeof path, "places/%u/events-%u", place_number, file);
    if (!folder_open(&events->folder, path, &open))
        return NULL;
    size_t size = folder_read(&open, 0, &log.header, sizeof log.header);
    folder_close(&open);
    if (size == sizeof log.header && !log.header.magic)
        return NULL; /* not complete yet */
    *bad = size != sizeof log.header || log.header.magic != FORMAT_EVENTS_MAGIC ||
           log.header.version != FORMAT_VERSION;
    if (*bad)
        return NULL;
    events->logs = memory_grow(events->logs, &events->room, events->count + 1, sizeof log);
    events->logs[events->count] = log;
    return &events->logs[events->count++];
}

void events_prepare(const struct archive *archive)
{
    struct events *events = archive->events;
    const struct archive_nodes *nodes = &archive->nodes;
    if (events->depth)
        return;
    events->depth = memory_zeroed(nodes->rows + 1, sizeof *events->depth);
    events->only_file = memory_zeroed(nodes->rows + 1, sizeof *events->only_file);
    events->root_node = memory_zeroed(archive->lanes.rows + 1, sizeof *events->root_node);
    for (size_t i = 0; i < nodes->rows; i++) {
        uint32_t parent = nodes->parent[i], region = nodes->region[i];
        if (parent == ARCHIVE_NONE) {
            events->root_node[nodes->lane[i]] = (uint32_t)i;
            continue;
        }
        events->depth[i] = events->depth[parent] + 1;
        if (archive->regions.kind[region] == TRI_KIND_FILE)
            events->only_file[parent] = events->only_file[parent] ? ARCHIVE_NONE : region;
    }
    for (size_t i = 0; i < nodes->rows; i++) {
        if (events->only_file[i] == ARCHIVE_NONE)
            events->only_file[i] = 0;
    }
}

struct event_log *events_of_lane(const struct archive *archive, uint32_t lane)
{
    struct events *events = archive->events;
    size_t low = 0, high = events->count; /* lanes were added file by file */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (events->logs[middle].end_lane <= lane)
            low = middle + 1;
        else
            high = middle;
    }
    return low < events->count && events->logs[low].first_lane <= lane ? &events->logs[low] : NULL;
}
