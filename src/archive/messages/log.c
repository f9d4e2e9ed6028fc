/* log.c: reads the ends of messages and the parts of collective operations from an event log. */
#include "archive/messages/messages.h"

#include "format/communicator.h"
#include "util/memory.h"

#include <assert.h>
#include <string.h>

/* The act whose values are being read, and its values so far. */
struct reading {
    struct archive_message_log *to;
    struct archive_event_log *log;
    bool begun;
    uint32_t node; /* number in the log */
    uint64_t start, end;
    uint64_t kind, order, address; /* of the current message */
    uint64_t given;                /* of the current collective operation */
    uint32_t more_node; /* the last act whose values came before its end; other acts may come in
                           between */
    uint64_t more_start;
    size_t
        open[MESSAGE_LISTS]; /* index from which elements may belong to acts that have not ended */
};

static void add_to(struct archive_message_list *list, const void *element, size_t size)
{
    list->size = size;
    list->all = memory_grow(list->all, &list->room, list->count + 1, size);
    memcpy(archive_message_at(list, list->count++), element, size);
}

/* Returns the row of the communicator of the current value; ARCHIVE_NONE if it is unknown, or
 * messages cannot be matched in it. */
static uint32_t communicator_of(const struct reading *reading)
{
    const struct archive *archive = reading->to->archive;
    uint64_t number = reading->order >> FORMAT_ORDER_BITS;
    uint32_t row =
        archive_rank_index_communicator(&reading->to->ranks, reading->log->place, (uint32_t)number);
    if (row == ARCHIVE_NONE || archive->communicators.kind[row] == FORMAT_COMMUNICATOR_ALONE)
        return ARCHIVE_NONE;
    return row;
}

static uint64_t number_of(const struct reading *reading)
{
    return reading->order & ((UINT64_C(1) << FORMAT_ORDER_BITS) - 1);
}

static void add_mark(struct reading *reading, bool ended)
{
    struct archive_message_marks *marks = &reading->to->marks;
    uint32_t row = communicator_of(reading);
    if (row == ARCHIVE_NONE)
        return;
    marks->all = memory_grow(marks->all, &marks->room, marks->count + 1, sizeof *marks->all);
    marks->all[marks->count++] = (struct archive_message_mark){row, ended, number_of(reading)};
}

static uint32_t row_of(const struct reading *reading, uint32_t node)
{
    const struct archive_event_log *log = reading->log;
    return node < log->node_count ? log->nodes[node] : ARCHIVE_NONE;
}

static uint32_t node_row(const struct reading *reading)
{
    return row_of(reading, reading->node);
}

/* Makes the current act; its times are set when it has ended. */
static struct archive_message_act act_of(const struct reading *reading, uint32_t communicator)
{
    return (struct archive_message_act){communicator, node_row(reading), number_of(reading),
                                        reading->start, EVENT_UNFINISHED};
}

static void add_act(struct reading *reading, enum archive_message_which which)
{
    uint32_t row = communicator_of(reading);
    if (row == ARCHIVE_NONE)
        return;
    struct archive_message_act act = act_of(reading, row);
    add_to(&reading->to->lists[which], &act, sizeof act);
}

/* True if receivers do not know who has sent a message. */
static bool is_anonymous(const struct archive *archive, uint32_t communicator)
{
    return archive->communicators.kind[communicator] == FORMAT_COMMUNICATOR_ANONYMOUS;
}

/* Adds a send or receive, all of whose values were read. */
static void finish_end(struct reading *reading, bool send, uint64_t bytes)
{
    const struct archive *archive = reading->to->archive;
    uint32_t row = communicator_of(reading);
    uint32_t own = archive->places.rank[reading->log->place];
    if (row == ARCHIVE_NONE)
        return;
    uint32_t peer = archive_rank_index_rank(&reading->to->ranks, row, (uint32_t)reading->address);
    struct archive_message_end end = {
        .span.act = act_of(reading, row),
        .group = reading->to->group[row],
        .source = is_anonymous(archive, row) ? FORMAT_ANY
                  : send                     ? own
                                             : peer,
        .target = send ? peer : own,
        .tag = (uint32_t)(reading->address >> 32),
        .bytes = bytes,
    };
    add_to(&reading->to->lists[send ? MESSAGE_SENDS : MESSAGE_RECEIVES], &end, sizeof end);
}

/* Adds a part of a collective operation, all of whose values were read. */
static void finish_part(struct reading *reading, uint64_t taken)
{
    uint32_t row = communicator_of(reading);
    if (row == ARCHIVE_NONE)
        return;
    struct archive_message_part part = {
        .span.act = act_of(reading, row),
        .group = reading->to->group[row],
        .root = archive_rank_index_rank(&reading->to->ranks, row, (uint32_t)reading->address),
        .given = reading->given,
        .taken = taken,
    };
    add_to(&reading->to->lists[MESSAGE_PARTS], &part, sizeof part);
}

/* Takes the first value of a message or of a collective operation. */
static void begin_values(struct reading *reading, uint64_t kind, uint64_t order)
{
    reading->kind = kind;
    reading->order = order;
    reading->address = FORMAT_ANY;
    reading->given = 0;
    if (kind == FORMAT_VALUE_POSTED || kind == FORMAT_VALUE_RECEIVED ||
        kind == FORMAT_VALUE_CANCELLED)
        add_mark(reading, kind != FORMAT_VALUE_POSTED);
    if (kind == FORMAT_VALUE_POSTED)
        add_act(reading, MESSAGE_POSTS);
    else if (kind == FORMAT_VALUE_FINISHED)
        add_act(reading, MESSAGE_FINISHES);
    else if (kind == FORMAT_VALUE_UNITED)
        add_act(reading, MESSAGE_UNITED);
}

static void take_value(struct reading *reading, const struct format_event *record)
{
    uint64_t kind = record->rest >> 32 & (FORMAT_EVENT_NODES - 1), value = record->start;
    bool send = reading->kind == FORMAT_VALUE_SENT,
         receive = reading->kind == FORMAT_VALUE_RECEIVED;
    switch (kind) {
    case FORMAT_VALUE_LENGTH:
        if (value < EVENT_UNFINISHED - reading->start)
            reading->end = reading->start + value;
        break;
    case FORMAT_VALUE_SENT:
    case FORMAT_VALUE_RECEIVED:
    case FORMAT_VALUE_POSTED:
    case FORMAT_VALUE_FINISHED:
    case FORMAT_VALUE_CANCELLED:
    case FORMAT_VALUE_TOGETHER:
    case FORMAT_VALUE_UNITED:
        begin_values(reading, kind, value);
        break;
    case FORMAT_VALUE_TO:
    case FORMAT_VALUE_FROM:
    case FORMAT_VALUE_ROOT:
        reading->address = value;
        break;
    case FORMAT_VALUE_GIVEN:
        reading->given = value;
        break;
    case FORMAT_VALUE_TAKEN:
        if (reading->kind == FORMAT_VALUE_TOGETHER)
            finish_part(reading, value);
        reading->kind = 0;
        break;
    case FORMAT_VALUE_SIZE:
    case FORMAT_VALUE_GOT:
        if (kind == FORMAT_VALUE_SIZE ? send : receive)
            finish_end(reading, send, value);
        reading->kind = 0;
        break;
    default:
        break;
    }
}

static uint32_t node_of(const struct format_event *record)
{
    return (uint32_t)(record->rest >> 32 & (FORMAT_EVENT_NODES - 1));
}

/* Sets the times of all elements of the current act, also those logged before it ended. Returns the
 * index of the first element that is still without. */
static size_t end_all(const struct reading *reading, const struct archive_message_list *list,
                      size_t first)
{
    assert(first <= list->count);
    const struct archive_ticks *moments = &reading->log->moments;
    uint32_t node = node_row(reading);
    size_t open = list->count;
    for (size_t i = list->count; i-- > first;) {
        struct archive_message_act *act = archive_message_at(list, i);
        if (act->end == EVENT_UNFINISHED && act->start == reading->start && act->node == node) {
            act->start = archive_ticks_time(moments, reading->start);
            act->end = archive_ticks_time(moments, reading->end);
        } else if (act->end == EVENT_UNFINISHED) {
            open = i;
        }
    }
    return open;
}

static void end_act(struct reading *reading)
{
    if (!reading->begun)
        return;
    for (int i = 0; i < MESSAGE_LISTS; i++)
        reading->open[i] = end_all(reading, &reading->to->lists[i], reading->open[i]);
    reading->begun = false;
}

/* Adds an end whose act was filtered. */
static void take_end(struct reading *reading, const struct format_event *record)
{
    const struct archive *archive = reading->to->archive;
    enum format_end what = format_end_of(record->rest);
    reading->order = format_end_order(record->rest);
    uint32_t row = communicator_of(reading);
    uint32_t peer = archive_rank_index_rank(&reading->to->ranks, row, (uint32_t)record->start);
    uint32_t own = archive->places.rank[reading->log->place];
    bool send = what == FORMAT_END_SENT;
    if (!send)
        add_mark(reading, true);
    if (row == ARCHIVE_NONE || what == FORMAT_END_CANCELLED)
        return;
    struct archive_message_end end = {
        .span.act = {.communicator = row, .node = ARCHIVE_NONE, .number = number_of(reading)},
        .filtered = true,
        .group = reading->to->group[row],
        .source = is_anonymous(archive, row) ? FORMAT_ANY
                  : send                     ? own
                                             : peer,
        .target = send ? peer : own,
        .tag = (uint32_t)(record->start >> 32),
    };
    add_to(&reading->to->lists[send ? MESSAGE_SENDS : MESSAGE_RECEIVES], &end, sizeof end);
}

/* Handles an act that was filtered after its values were logged: of these, only ends of messages
 * stay. */
static void leave_out(struct reading *reading, const struct format_event *record)
{
    uint32_t node = row_of(reading, node_of(record));
    for (int i = 0; i < MESSAGE_LISTS; i++) {
        struct archive_message_list *list = &reading->to->lists[i];
        size_t kept = reading->open[i];
        for (size_t k = kept; k < list->count; k++) {
            struct archive_message_act *act = archive_message_at(list, k);
            bool of_it =
                act->end == EVENT_UNFINISHED && act->start == record->start && act->node == node;
            if (of_it && i != MESSAGE_SENDS && i != MESSAGE_RECEIVES)
                continue;
            if (of_it) {
                act->node = ARCHIVE_NONE;
                act->start = act->end = 0;
                ((struct archive_message_end *)act)->filtered = true;
            }
            memmove(archive_message_at(list, kept++), act, list->size);
        }
        list->count = reading->open[i] = kept;
    }
}

/* Starts the act of a record. The values of one message may be split between a record of an act
 * that ends later and that of the act itself. */
static void begin(struct reading *reading, const struct format_event *record)
{
    uint32_t node = node_of(record);
    if (node != reading->node || record->start != reading->start)
        reading->kind = 0;
    reading->node = node;
    reading->start = record->start;
    reading->end = record->start + (uint32_t)record->rest;
}

static void take(void *data, const struct format_event *record)
{
    struct reading *reading = data;
    uint64_t type = record->rest >> 60;
    if (type == FORMAT_EVENT_VALUE) {
        take_value(reading, record);
        return;
    }
    if (type == FORMAT_EVENT_MESSAGE) {
        struct format_event values[FORMAT_MESSAGE_VALUES];
        format_message_unpack(record, values);
        for (int i = 0; i < FORMAT_MESSAGE_VALUES; i++)
            take_value(reading, &values[i]);
        return;
    }
    end_act(reading);
    bool same = node_of(record) == reading->more_node && record->start == reading->more_start;
    if (type == FORMAT_EVENT_MORE && !same) { /* a thread is in one call of MPI at a time */
        for (int i = 0; i < MESSAGE_LISTS; i++)
            reading->open[i] = reading->to->lists[i].count;
    }
    if (type == FORMAT_EVENT_END)
        take_end(reading, record);
    if (type == FORMAT_EVENT_NEVER && same)
        leave_out(reading, record);
    if (type == FORMAT_EVENT_ACT || type == FORMAT_EVENT_ABORTED || type == FORMAT_EVENT_MORE) {
        begin(reading, record);
        reading->begun = type != FORMAT_EVENT_MORE;
    }
    if (type == FORMAT_EVENT_MORE) {
        reading->more_node = reading->node;
        reading->more_start = reading->start;
    }
}

/* Ends the acts that never ended with their lanes. */
static void end_open(const struct reading *reading, const struct archive_message_list *list,
                     size_t first)
{
    const struct archive *archive = reading->to->archive;
    for (size_t i = first; i < list->count; i++) {
        struct archive_message_act *act = archive_message_at(list, i);
        if (act->end != EVENT_UNFINISHED)
            continue;
        act->start = archive_ticks_time(&reading->log->moments, act->start);
        act->end = act->node == ARCHIVE_NONE ? act->start
                                             : archive->lanes.end[archive->nodes.lane[act->node]];
        if (act->end < act->start)
            act->end = act->start;
    }
}

void archive_message_log_read(struct archive_message_log *to, struct archive_event_log *log)
{
    struct reading reading = {.to = to, .log = log, .node = UINT32_MAX, .more_node = UINT32_MAX};
    size_t first[MESSAGE_LISTS];
    for (int i = 0; i < MESSAGE_LISTS; i++)
        first[i] = reading.open[i] = to->lists[i].count;
    archive_event_log_index(to->archive, log);
    archive_event_log_each(to->archive, log, take, &reading);
    end_act(&reading);
    for (int i = 0; i < MESSAGE_LISTS; i++)
        end_open(&reading, &to->lists[i], first[i]);
}
