/* message_log.c: reading the ends of messages from an event log. */
#include "archive/messages.h"

#include "format/communicator.h"
#include "util/memory.h"

/* The act whose values come now, and what it has told of so far. */
struct reading {
    struct message_log *to;
    struct event_log *log;
    bool begun;
    uint32_t node; /* as the log calls it */
    uint64_t start, end;
    uint64_t kind, order, address;  /* of the message whose values come */
    size_t open_send, open_receive; /* from here on are some of acts that end later */
};

static void add_end(struct message_ends *ends, struct message_end end)
{
    ends->all = memory_grow(ends->all, &ends->room, ends->count + 1, sizeof *ends->all);
    ends->all[ends->count++] = end;
}

/* ARCHIVE_NONE: none in which messages can be matched. */
static uint32_t communicator_of(const struct reading *reading)
{
    const struct archive *archive = reading->to->archive;
    uint64_t number = reading->order >> FORMAT_ORDER_BITS;
    uint32_t row = pairs_find(&reading->to->communicators, reading->log->place, (uint32_t)number);
    if (row == PAIRS_NONE || archive->communicators.kind[row] == FORMAT_COMMUNICATOR_ALONE)
        return ARCHIVE_NONE;
    return row;
}

static uint64_t number_of(const struct reading *reading)
{
    return reading->order & ((UINT64_C(1) << FORMAT_ORDER_BITS) - 1);
}

static void add_mark(struct reading *reading, bool ended)
{
    struct message_marks *marks = &reading->to->marks;
    uint32_t row = communicator_of(reading);
    if (row == ARCHIVE_NONE)
        return;
    marks->all = memory_grow(marks->all, &marks->room, marks->count + 1, sizeof *marks->all);
    marks->all[marks->count++] = (struct message_mark){row, ended, number_of(reading)};
}

/* All values of one end are there. Times come when the act has ended. */
static void finish_end(struct reading *reading, bool send, uint64_t bytes)
{
    const struct archive *archive = reading->to->archive;
    uint32_t row = communicator_of(reading), peer = (uint32_t)reading->address;
    uint32_t own = archive->places.rank[reading->log->place];
    if (row == ARCHIVE_NONE)
        return;
    uint32_t node = reading->node < reading->log->node_count ? reading->log->nodes[reading->node]
                                                             : ARCHIVE_NONE;
    struct message_end end = {
        .communicator = row,
        .group = reading->to->group[row],
        .source = send ? own : peer,
        .target = send ? peer : own,
        .tag = (uint32_t)(reading->address >> 32),
        .node = node,
        .number = number_of(reading),
        .bytes = bytes,
        .start = reading->start,
        .end = EVENT_OPEN,
    };
    add_end(send ? &reading->to->sends : &reading->to->receives, end);
}

static void take_value(struct reading *reading, const struct format_event *record)
{
    uint64_t kind = record->rest >> 32 & (FORMAT_EVENT_NODES - 1), value = record->start;
    bool send = reading->kind == FORMAT_VALUE_SENT,
         receive = reading->kind == FORMAT_VALUE_RECEIVED;
    switch (kind) {
    case FORMAT_VALUE_LENGTH:
        if (value < EVENT_OPEN - reading->start)
            reading->end = reading->start + value;
        break;
    case FORMAT_VALUE_SENT:
    case FORMAT_VALUE_RECEIVED:
    case FORMAT_VALUE_POSTED:
    case FORMAT_VALUE_CANCELLED:
        reading->kind = kind;
        reading->order = value;
        reading->address = FORMAT_ANY;
        if (kind != FORMAT_VALUE_SENT)
            add_mark(reading, kind != FORMAT_VALUE_POSTED);
        break;
    case FORMAT_VALUE_TO:
    case FORMAT_VALUE_FROM:
        reading->address = value;
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

/* The ends that the act told of, also before it ended, get its time. Returns where those begin that
 * are still without. */
static size_t end_all(const struct reading *reading, struct message_ends *ends, size_t first)
{
    const struct moments *moments = &reading->log->moments;
    uint32_t node = reading->node < reading->log->node_count ? reading->log->nodes[reading->node]
                                                             : ARCHIVE_NONE;
    size_t open = ends->count;
    for (size_t i = ends->count; i-- > first;) {
        struct message_end *end = &ends->all[i];
        if (end->end == EVENT_OPEN && end->start == reading->start && end->node == node) {
            end->start = moments_time(moments, reading->start);
            end->end = moments_time(moments, reading->end);
        } else if (end->end == EVENT_OPEN) {
            open = i;
        }
    }
    return open;
}

static void end_act(struct reading *reading)
{
    if (!reading->begun)
        return;
    reading->open_send = end_all(reading, &reading->to->sends, reading->open_send);
    reading->open_receive = end_all(reading, &reading->to->receives, reading->open_receive);
    reading->begun = false;
}

/* What a record of an act, or of one that ends later, begins. The values of one message may go on
 * from the one to the other. */
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
    end_act(reading);
    bool same = node_of(record) == reading->node && record->start == reading->start;
    if (type == FORMAT_EVENT_MORE && !same) { /* a thread is in one call of MPI at a time */
        reading->open_send = reading->to->sends.count;
        reading->open_receive = reading->to->receives.count;
    }
    if (type == FORMAT_EVENT_ACT || type == FORMAT_EVENT_LEFT || type == FORMAT_EVENT_MORE) {
        begin(reading, record);
        reading->begun = type != FORMAT_EVENT_MORE;
    }
}

/* What never ended lasts as long as its lane. */
static void end_open(const struct reading *reading, struct message_ends *ends, size_t first)
{
    const struct archive *archive = reading->to->archive;
    for (size_t i = first; i < ends->count; i++) {
        struct message_end *end = &ends->all[i];
        if (end->end != EVENT_OPEN)
            continue;
        end->start = moments_time(&reading->log->moments, end->start);
        end->end = end->node == ARCHIVE_NONE ? end->start
                                             : archive->lanes.end[archive->nodes.lane[end->node]];
        if (end->end < end->start)
            end->end = end->start;
    }
}

void message_log_read(struct message_log *to, struct event_log *log)
{
    struct reading reading = {.to = to,
                              .log = log,
                              .open_send = to->sends.count,
                              .open_receive = to->receives.count,
                              .node = UINT32_MAX};
    size_t first_send = to->sends.count, first_receive = to->receives.count;
    event_log_each(to->archive, log, take, &reading);
    end_act(&reading);
    end_open(&reading, &to->sends, first_send);
    end_open(&reading, &to->receives, first_receive);
}
