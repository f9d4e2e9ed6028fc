/* log.c: reads the records of an event log, also while it is written. */
#include "archive/events/events.h"

#include "format/activity_record.h"
#include "format/again.h"
#include "format/move_record.h"
#include "format/points.h"
#include "format/variables.h"
#include "util/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union piece {
    struct format_piece head;
    char bytes[FORMAT_PIECE_SIZE];
    struct format_event records[FORMAT_PIECE_SIZE / sizeof(struct format_event)];
};

enum { FIRST_RECORD = sizeof(struct format_piece) / sizeof(struct format_event) };

struct reading {
    struct archive_event_log *log;
    struct archive_folder_file file;
    struct archive_event_act *acts;
    size_t count, room;
    struct archive_event_more more;
    uint64_t sizes[FORMAT_VARIABLES_LOGGED]; /* of the newest act */
    size_t size_count;
};

/* Counts a damaged record, when the log is read for the first time. */
static void damage(const struct reading *reading)
{
    if (!reading->log->indexed)
        reading->log->damaged++;
}

static bool is_ring(const struct archive_event_log *log)
{
    return log->header.keep == FORMAT_KEEP_LAST && log->header.limit;
}

uint64_t archive_event_log_first(const struct archive_event_log *log)
{
    uint64_t written = log->header.written, places = log->header.limit;
    return is_ring(log) && written > places ? written - places : 0;
}

/* True if the piece may have been overwritten, even while the program was killed. */
static bool may_be_lost(const struct archive_event_log *log, uint64_t number)
{
    return is_ring(log) && (log->alive || number < archive_event_log_first(log) + FORMAT_MOVED);
}

static bool read_at(const struct reading *reading, uint64_t offset, uint64_t number,
                    union piece *piece)
{
    size_t size = archive_folder_read(&reading->file, offset, piece, sizeof *piece);
    memset(piece->bytes + size, 0, sizeof *piece - size); /* the file is truncated */
    return piece->head.sequence == number + 1;
}

/* Reads a piece from its slot; the sequence number must be the same before and after copying. */
static bool read_hot(const struct reading *reading, uint64_t number, union piece *piece)
{
    uint64_t offset = FORMAT_SLOTS_AT + number % FORMAT_SLOTS * FORMAT_PIECE_SIZE, again = 0;
    if (!read_at(reading, offset, number, piece))
        return false;
    archive_folder_read(&reading->file, offset, &again, sizeof again);
    return again == number + 1;
}

static bool read_written(const struct reading *reading, uint64_t number, union piece *piece)
{
    uint64_t place = is_ring(reading->log) ? number % reading->log->header.limit : number;
    return place < UINT64_MAX / FORMAT_PIECE_SIZE / 2 &&
           read_at(reading, FORMAT_PIECES_AT + place * FORMAT_PIECE_SIZE, number, piece);
}

/* Reads a piece from behind the slots if it was written there, else from its slot, which is at
 * least as complete, else again from behind the slots: it may just have left its slot. */
static bool read_piece(const struct reading *reading, uint64_t number, union piece *piece)
{
    bool is_written = number < reading->log->header.written;
    return (is_written && read_written(reading, number, piece)) ||
           read_hot(reading, number, piece) || read_written(reading, number, piece);
}

static uint32_t file_row(const struct archive_event_log *log, uint64_t region)
{
    uint32_t row = region < log->region_count ? log->regions[region] : ARCHIVE_NONE;
    return row == ARCHIVE_NONE ? 0 : row;
}

static uint32_t number_of(uint64_t activity)
{
    return activity < ARCHIVE_NONE ? (uint32_t)activity : ARCHIVE_NONE;
}

/* Adds the size of one more variable. */
static bool add_size(struct reading *reading, struct archive_event_act *act, uint64_t size)
{
    struct archive_event_log *log = reading->log;
    if (reading->size_count == FORMAT_VARIABLES_LOGGED)
        return false;
    if (!log->sizes)
        log->sizes = interned_new();
    reading->sizes[reading->size_count++] = size;
    act->sizes = 1 + interned_add(log->sizes, reading->sizes,
                                  reading->size_count * sizeof reading->sizes[0]);
    return true;
}

static bool add_value(struct reading *reading, const struct format_event *record)
{
    assert(reading->count > 0);
    struct archive_event_act *act = &reading->acts[reading->count - 1];
    uint64_t kind = record->rest >> 32 & (FORMAT_EVENT_NODES - 1);
    switch (kind) {
    case FORMAT_VALUE_LENGTH:
        if (record->start >= EVENT_UNFINISHED - act->start)
            return false;
        act->end = act->start + record->start;
        return true;
    case FORMAT_VALUE_TRIPS:
        act->trips = record->start;
        return true;
    case FORMAT_VALUE_BYTES:
        act->bytes = record->start;
        return true;
    case FORMAT_VALUE_FILE:
        act->file = file_row(reading->log, record->start);
        return true;
    case FORMAT_VALUE_ACTIVITY:
        act->activity = number_of(record->start);
        return true;
    case FORMAT_VALUE_HOLDER:
        act->holder = number_of(record->start);
        return true;
    case FORMAT_VALUE_HELD:
        act->held = record->start;
        return true;
    case FORMAT_VALUE_AFTER:
        if (act->after_count < ARCHIVE_AFTER && (act->after_count || !act->peers.told))
            act->after[act->after_count++] = number_of(record->start);
        return true;
    case FORMAT_VALUE_VARIABLE:
        return add_size(reading, act, record->start);
    case FORMAT_VALUE_SIZE:
    case FORMAT_VALUE_GOT:
    case FORMAT_VALUE_GIVEN:
    case FORMAT_VALUE_TAKEN:
        act->bytes += record->start;
        return true;
    default:
        if (!act->after_count)
            archive_event_peers_take(&act->peers, kind, record->start);
        return kind >= FORMAT_VALUE_SENT && kind <= FORMAT_VALUE_UNITED;
    }
}

/* Adds an act. False if it is skipped: it is damaged, or newer than the profile. */
static bool add_act(struct reading *reading, const struct format_event *record, bool left)
{
    struct archive_event_log *log = reading->log;
    uint64_t index = record->rest >> 32 & (FORMAT_EVENT_NODES - 1);
    uint32_t node = index < log->node_count ? log->nodes[index] : ARCHIVE_NONE;
    uint64_t length = (uint32_t)record->rest;
    bool is_newer = log->alive && (record->start > log->seen || index >= log->node_count);
    log->newer += is_newer;
    if (is_newer)
        return false;
    if (node == ARCHIVE_NONE || record->start >= EVENT_UNFINISHED - length) {
        damage(reading);
        return false;
    }
    reading->acts =
        memory_grow(reading->acts, &reading->room, reading->count + 1, sizeof *reading->acts);
    uint32_t turn = (uint32_t)reading->count;
    reading->size_count = 0;
    reading->acts[reading->count++] = (struct archive_event_act){
        .start = record->start,
        .turn = turn,
        .end = record->start + length,
        .trips = ARCHIVE_UNKNOWN,
        .node = node,
        .activity = ARCHIVE_NONE,
        .holder = ARCHIVE_NONE,
        .flags = left ? ARCHIVE_ACT_ABORTED : 0,
    };
    struct archive_event_more *more = &reading->more;
    if (more->is_there && more->node == index && more->start == record->start) {
        reading->acts[reading->count - 1].bytes = more->bytes;
        reading->acts[reading->count - 1].peers = more->peers;
        more->is_there = false;
    }
    return true;
}

/* Starts collecting the values of an act that ends later. */
static void begin_more(struct reading *reading, const struct format_event *record)
{
    struct archive_event_more *more = &reading->more;
    uint32_t node = (uint32_t)(record->rest >> 32 & (FORMAT_EVENT_NODES - 1));
    if (!more->is_there || more->node != node || more->start != record->start)
        *more = (struct archive_event_more){.start = record->start, .node = node, .is_there = true};
}

static void add_more(struct reading *reading, const struct format_event *record)
{
    uint64_t kind = record->rest >> 32 & (FORMAT_EVENT_NODES - 1);
    if (kind == FORMAT_VALUE_SIZE || kind == FORMAT_VALUE_GOT || kind == FORMAT_VALUE_GIVEN ||
        kind == FORMAT_VALUE_TAKEN)
        reading->more.bytes += record->start;
    else
        archive_event_peers_take(&reading->more.peers, kind, record->start);
}

/* Adds the values of a message. False if they are damaged. */
static bool add_message(struct reading *reading, const struct format_event *record, bool has_more)
{
    struct format_event values[FORMAT_MESSAGE_VALUES];
    format_message_unpack(record, values);
    for (int i = 0; i < FORMAT_MESSAGE_VALUES; i++) {
        if (has_more)
            add_more(reading, &values[i]);
        else if (!add_value(reading, &values[i]))
            return false;
    }
    return true;
}

/* Adds the values of a move. False if they are damaged. */
static bool add_move(struct reading *reading, const struct format_event *record)
{
    struct format_event values[FORMAT_MOVE_VALUES];
    unsigned count = format_move_unpack(record, values);
    for (unsigned i = 0; i < count; i++) {
        if (!add_value(reading, &values[i]))
            return false;
    }
    return true;
}

/* Adds an act and its values, which are one record. */
static void add_numbered(struct reading *reading, const struct format_event *record, uint64_t base)
{
    struct format_event act, values[FORMAT_MOVE_VALUES];
    unsigned count = format_numbered_unpack(record, base, &act, values);
    if (!base)
        damage(reading);
    else if (add_act(reading, &act, false)) {
        for (unsigned i = 0; i < count; i++)
            add_value(reading, &values[i]);
    }
}

/* Adds the acts of a record that has several, if it is one. */
static void add_points(struct reading *reading, const struct format_event *record)
{
    struct format_event acts[FORMAT_POINTS];
    unsigned count = format_points_split(record, acts);
    for (unsigned i = 0; i < count; i++)
        add_act(reading, &acts[i], false);
    if (record->rest && !count)
        damage(reading);
}

/* The act that the next values belong to. */
struct belonging {
    bool to_act, to_more;
};

static void add_record(struct reading *reading, const struct format_event *record,
                       struct belonging *values)
{
    switch (record->rest >> 60) {
    case FORMAT_EVENT_ACT:
    case FORMAT_EVENT_ABORTED:
        values->to_more = false;
        values->to_act = add_act(reading, record, record->rest >> 60 == FORMAT_EVENT_ABORTED);
        break;
    case FORMAT_EVENT_VALUE:
        if (values->to_more)
            add_more(reading, record);
        else if (values->to_act && !add_value(reading, record))
            damage(reading);
        break;
    case FORMAT_EVENT_MESSAGE:
        if ((values->to_more || values->to_act) && !add_message(reading, record, values->to_more))
            damage(reading);
        break;
    case FORMAT_EVENT_MOVE:
        if (values->to_act && !add_move(reading, record))
            damage(reading);
        break;
    case FORMAT_EVENT_MORE:
        *values = (struct belonging){.to_more = true};
        begin_more(reading, record);
        break;
    case FORMAT_EVENT_NEVER:
        *values = (struct belonging){0};
        begin_more(reading, record);
        reading->more.is_there = false;
        break;
    case FORMAT_EVENT_END:
        *values = (struct belonging){0};
        break;
    default:
        *values = (struct belonging){0};
        add_points(reading, record);
    }
}

static void add_piece(struct reading *reading, const union piece *piece)
{
    struct belonging values = {0};
    for (size_t i = FIRST_RECORD; i < sizeof piece->records / sizeof piece->records[0]; i++) {
        const struct format_event *record = &piece->records[i];
        struct format_event split[2];
        switch (record->rest >> 60) {
        case FORMAT_EVENT_NUMBERED:
        case FORMAT_EVENT_STAYED:
            values = (struct belonging){0};
            add_numbered(reading, record, piece->head.base);
            break;
        case FORMAT_EVENT_AGAIN:
            if (format_again_split(record, &piece->records[FIRST_RECORD], split)) {
                add_record(reading, &split[0], &values);
                add_record(reading, &split[1], &values);
            } else {
                values = (struct belonging){0};
                damage(reading);
            }
            break;
        default:
            add_record(reading, record, &values);
        }
    }
}

static bool open_file(struct reading *reading, const struct archive_events *events)
{
    char path[64];
    const struct archive_event_log *log = reading->log;
    snprintf(path, sizeof path, "places/%u/events-%u", log->place_number, log->file);
    return archive_folder_open(&events->folder, path, &reading->file);
}

/* Reads a piece, and opens the file again if that fails: it may have grown since it was opened, and
 * the piece may have moved there. */
static bool read_moving_piece(struct reading *reading, const struct archive_events *events,
                              uint64_t number, union piece *piece)
{
    if (read_piece(reading, number, piece))
        return true;
    if (!reading->log->alive)
        return false;
    archive_folder_close(&reading->file);
    return open_file(reading, events) && read_piece(reading, number, piece);
}

struct archive_event_act *archive_event_log_read(const struct archive_events *events,
                                                 struct archive_event_log *log, uint64_t first,
                                                 uint64_t count, struct archive_event_more *more,
                                                 size_t *acts)
{
    struct reading reading = {.log = log, .more = *more};
    *acts = 0;
    if (!open_file(&reading, events)) {
        damage(&reading);
        return NULL;
    }
    union piece *piece = memory_zeroed(1, sizeof *piece);
    for (uint64_t i = 0; i < count; i++) {
        if (read_moving_piece(&reading, events, first + i, piece))
            add_piece(&reading, piece);
        else if (!may_be_lost(log, first + i))
            damage(&reading);
    }
    free(piece);
    archive_folder_close(&reading.file);
    *acts = reading.count;
    *more = reading.more;
    return reading.acts;
}

static void take_record(const struct format_event *record, const struct format_event *first,
                        event_log_take *take, void *to)
{
    struct format_event split[2];
    if (record->rest >> 60 != FORMAT_EVENT_AGAIN) {
        take(to, record);
    } else if (format_again_split(record, first, split)) {
        take(to, &split[0]);
        take(to, &split[1]);
    }
}

void archive_event_log_each(const struct archive *archive, struct archive_event_log *log,
                            event_log_take *take, void *to)
{
    assert(log->indexed);
    struct reading reading = {.log = log};
    if (!log->chunk_count || !open_file(&reading, archive->events))
        return;
    union piece *piece = memory_zeroed(1, sizeof *piece);
    for (uint64_t i = log->chunks[0].piece; i < log->header.pieces; i++) {
        if (!read_moving_piece(&reading, archive->events, i, piece))
            continue;
        for (size_t j = FIRST_RECORD; j < sizeof piece->records / sizeof piece->records[0]; j++)
            take_record(&piece->records[j], &piece->records[FIRST_RECORD], take, to);
    }
    free(piece);
    archive_folder_close(&reading.file);
}

struct archive_event_act *archive_event_log_newest(const struct archive_events *events,
                                                   const struct archive_event_log *log,
                                                   size_t *acts)
{
    struct archive_event_log copy = *log;
    struct archive_event_more more = {0};
    uint64_t pieces = log->header.pieces;
    uint64_t count = pieces < FORMAT_SLOTS ? pieces : FORMAT_SLOTS;
    return archive_event_log_read(events, &copy, pieces - count, count, &more, acts);
}

size_t archive_event_sizes(const struct archive *archive, uint32_t lane, uint32_t sizes,
                           uint64_t *values)
{
    const struct archive_event_log *log =
        archive->sealed || !sizes ? NULL : archive_events_of_lane(archive, lane);
    if (!log || !log->sizes)
        return 0;
    size_t size = interned_size(log->sizes, sizes - 1);
    memcpy(values, interned_text(log->sizes, sizes - 1), size);
    return size / sizeof *values;
}
