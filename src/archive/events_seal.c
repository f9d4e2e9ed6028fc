/* events_seal.c: acts as tables: lane after lane, in order of their start, in bounded memory. */
#include "archive/events.h"

#include "archive/cycle_table.h"
#include "archive/files.h"
#include "archive/pyramid.h"
#include "archive/schema.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

/* The columns that are written as they come. */
enum { START, DURATION, NODE, ROW, WHAT, VALUE, COLUMNS };

struct writer {
    struct archive *archive;
    const char *folder;
    FILE *columns[COLUMNS];
    bool wide;             /* node.u32 */
    uint64_t rows, values; /* so far */
    struct activities *activities;
    struct progress *progress;
    struct cycle_writer *cycles;    /* NULL: lanes share no clock */
    struct pyramid_writer *pyramid; /* the same */
};

static bool open_columns(struct writer *writer, struct error *error)
{
    static const char *const tables[COLUMNS] = {"events",       "events",       "events",
                                                "event_values", "event_values", "event_values"};
    const char *const names[COLUMNS] = {
        "start.u32", "duration.u32", writer->wide ? "node.u32" : "node.u16",
        "row.u16",   "what.u8",      "value.u32"};
    char path[PATH_MAX];
    for (int i = 0; i < COLUMNS; i++) {
        int size = snprintf(path, sizeof path, "%s/%s", writer->folder, tables[i]);
        if (size < 0 || size + 16 >= (int)sizeof path)
            return error_set(error, "the path is too long: %.200s...", path);
        if (!files_make_folder(path, error))
            return false;
        snprintf(path + size, sizeof path - (size_t)size, "/%s", names[i]);
        writer->columns[i] = fopen(path, "wxe");
        if (!writer->columns[i])
            return error_errno(error, "%s cannot be written", path);
    }
    return true;
}

static bool close_columns(struct writer *writer, struct error *error)
{
    bool good = true;
    for (int i = 0; i < COLUMNS; i++) {
        if (!writer->columns[i])
            continue;
        good &= !ferror(writer->columns[i]);
        good &= fclose(writer->columns[i]) == 0;
    }
    return good || error_errno(error, "the events cannot be written to %s", writer->folder);
}

static void put(const struct writer *writer, int column, const void *bytes, size_t size)
{
    fwrite_unlocked(bytes, size, 1, writer->columns[column]); /* an error is seen in the end */
}

static void put_value(struct writer *writer, uint64_t row, uint8_t what, uint64_t value)
{
    uint64_t first = writer->archive->blocks.first[writer->archive->blocks.rows - 1];
    uint16_t in_block = (uint16_t)(row - first);
    uint32_t half = (uint32_t)value;
    put(writer, ROW, &in_block, sizeof in_block);
    put(writer, WHAT, &what, sizeof what);
    put(writer, VALUE, &half, sizeof half);
    writer->values++;
    if (value >> 32)
        put_value(writer, row, what | EVENT_UPPER, value >> 32);
}

static void put_values(struct writer *writer, const struct archive_act *act)
{
    const struct archive_nodes *nodes = &writer->archive->nodes;
    uint64_t row = writer->rows, length = act->end - act->start;
    bool ended = !(act->flags & (ARCHIVE_ACT_LEFT | ARCHIVE_ACT_OPEN));
    bool same = nodes->trips_min[act->node] == nodes->trips_max[act->node] &&
                act->trips == nodes->trips_min[act->node];
    if (act->flags)
        put_value(writer, row, EVENT_FLAGS, act->flags);
    if (length >= UINT32_MAX)
        put_value(writer, row, EVENT_LENGTH, length);
    if (ended && !same && act->trips != ARCHIVE_UNKNOWN)
        put_value(writer, row, EVENT_TRIPS, act->trips);
    if (act->bytes)
        put_value(writer, row, EVENT_BYTES, act->bytes);
    if (act->file != writer->archive->events->only_file[act->node])
        put_value(writer, row, EVENT_FILE, act->file);
    if (act->activity != ARCHIVE_NONE)
        put_value(writer, row, EVENT_ACTIVITY, act->activity);
    if (act->holder != ARCHIVE_NONE)
        put_value(writer, row, EVENT_HOLDER, act->holder);
    if (act->held)
        put_value(writer, row, EVENT_HELD, act->held);
    for (uint32_t i = 0; i < act->after_count; i++)
        put_value(writer, row, EVENT_AFTER, act->after[i]);
}

static void begin_block(struct writer *writer, uint32_t lane, uint64_t base)
{
    size_t row = writer->archive->blocks.rows;
    schema_add_rows(writer->archive, SCHEMA_BLOCKS, 1);
    struct archive_blocks *blocks = &writer->archive->blocks;
    blocks->lane[row] = lane;
    blocks->first[row] = writer->rows;
    blocks->base[row] = base;
    blocks->end[row] = base;
    blocks->values[row] = writer->values;
}

static bool needs_block(const struct writer *writer, uint32_t lane, const struct archive_act *act)
{
    const struct archive_blocks *blocks = &writer->archive->blocks;
    size_t last = blocks->rows - 1;
    return !blocks->rows || blocks->lane[last] != lane ||
           writer->rows - blocks->first[last] == EVENT_BLOCK ||
           act->start - blocks->base[last] > UINT32_MAX;
}

static void put_act(struct writer *writer, uint32_t lane, const struct archive_act *act)
{
    if (needs_block(writer, lane, act))
        begin_block(writer, lane, act->start);
    struct archive_blocks *blocks = &writer->archive->blocks;
    size_t block = blocks->rows - 1;
    uint64_t length = act->end - act->start;
    uint32_t start = (uint32_t)(act->start - blocks->base[block]);
    uint32_t duration = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
    uint16_t narrow = (uint16_t)act->node;
    put(writer, START, &start, sizeof start);
    put(writer, DURATION, &duration, sizeof duration);
    if (writer->wide)
        put(writer, NODE, &act->node, sizeof act->node);
    else
        put(writer, NODE, &narrow, sizeof narrow);
    put_values(writer, act);
    if (act->end > blocks->end[block])
        blocks->end[block] = act->end;
    writer->rows++;
}

static void put_lane(struct writer *writer, const struct events_from *from, uint32_t lane)
{
    struct archive_act act;
    if (!from->begin(from->from, lane))
        return;
    activities_add_lane(writer->activities, lane);
    if (writer->cycles)
        spread_begin(cycle_writer_spread(writer->cycles), lane);
    if (writer->pyramid)
        pyramid_writer_begin(writer->pyramid, lane);
    while (from->next(from->from, &act)) {
        if (writer->rows % 65536 == 0) {
            progress_show(writer->progress, from->done(from->from), from->all);
            if (from->stop && atomic_load(from->stop))
                break;
        }
        put_act(writer, lane, &act);
        activities_add_act(writer->activities, &act);
        if (writer->cycles)
            spread_act(cycle_writer_spread(writer->cycles), &act);
        if (writer->pyramid)
            pyramid_writer_act(writer->pyramid, &act);
    }
    if (writer->cycles)
        spread_end(cycle_writer_spread(writer->cycles));
    if (writer->pyramid)
        pyramid_writer_end(writer->pyramid);
}

bool events_write(struct archive *archive, const char *folder, const struct events_from *from,
                  struct progress *progress, struct error *error)
{
    struct writer writer = {.archive = archive, .folder = folder, .progress = progress};
    writer.wide = archive->nodes.rows > 65536;
    events_prepare(archive);
    writer.activities = activities_begin(archive, ACTIVITIES_SEALED);
    bool good = open_columns(&writer, error) &&
                cycle_writer_open(archive, folder, &writer.cycles, error) &&
                pyramid_writer_open(archive, folder, &writer.pyramid, error);
    for (uint32_t lane = 0; good && lane < archive->lanes.rows; lane++)
        put_lane(&writer, from, lane);
    activities_end(writer.activities);
    if (good && from->stop && atomic_load(from->stop))
        good = error_set(error, "reading the events of %s was stopped", archive->path);
    struct error other;
    good &= cycle_writer_close(writer.cycles, good ? error : &other);
    good &= pyramid_writer_close(writer.pyramid, good ? error : &other);
    return close_columns(&writer, good ? error : &other) && good;
}

/* Acts of logs. */
struct logs {
    const struct archive *archive;
    struct event_log *log;
    struct raw_acts *acts;
    uint64_t done; /* pieces of the logs before the current one */
};

static bool begin_lane(void *from, uint32_t lane)
{
    struct logs *logs = from;
    struct event_log *log = events_of_lane(logs->archive, lane);
    if (log != logs->log && logs->log)
        logs->done += logs->log->header.pieces;
    raw_acts_free(logs->acts);
    logs->log = log;
    logs->acts = log ? raw_acts_new(logs->archive, log, lane, 0, UINT64_MAX) : NULL;
    return log;
}

static bool next_act(void *from, struct archive_act *act)
{
    const struct logs *logs = from;
    return raw_acts_next(logs->acts, act);
}

static size_t done_so_far(void *from)
{
    const struct logs *logs = from;
    return logs->done + raw_acts_piece(logs->acts);
}

bool events_write_logs(struct archive *archive, const char *folder, const atomic_bool *stop,
                       struct progress *progress, struct error *error)
{
    struct events *events = archive->events;
    struct logs logs = {.archive = archive};
    struct events_from from = {begin_lane, next_act, done_so_far, &logs, 0, stop};
    for (size_t i = 0; i < events->count; i++)
        from.all += events->logs[i].header.pieces;
    bool good = events_write(archive, folder, &from, progress, error);
    raw_acts_free(logs.acts);
    return good;
}

bool events_seal(struct archive *archive, const char *folder, struct progress *progress,
                 struct error *error)
{
    const struct events *events = archive->events;
    if (!events->count)
        return archive_find_activities(archive, error); /* threads */
    if (!events_write_logs(archive, folder, NULL, progress, error))
        return false;
    for (size_t i = 0; i < events->count; i++) {
        const struct event_log *log = &events->logs[i];
        if (log->damaged)
            return error_set(error,
                             "%s is not sealed, so that nothing of it is lost: place %u has "
                             "damaged records of events: %llu",
                             archive->path, log->place_number, (unsigned long long)log->damaged);
    }
    return true;
}
