/* events.c: reads fields of events of a sealed archive. */
#include "query/data/reader.h"

#include "archive/events/events.h"
#include "query/data/nodes.h"
#include "query/data/runs.h"

#include <string.h>

/* The result for the activity of the previous event. */
struct runner {
    bool known, there;
    uint32_t lane, number;
    int64_t value;
};

/* A position in the events: a block, and a row in it. */
struct cursor {
    struct query_data *data;
    struct event_reader *reader;
    uint32_t wanted;                         /* columns to decode */
    size_t number;                           /* of the block; SIZE_MAX: none yet */
    const struct archive_event_block *block; /* NULL: the block is damaged */
    uint32_t row;                            /* in the block */
    uint32_t seen[EVENT_VALUES]; /* by kind: index of the next optional value; all before it are of
                                    earlier rows */
    struct runner runner;
};

/* Returns the columns that have to be decoded for a field. */
static uint32_t wanted_of(const struct query_field *field)
{
    if (field->from == FIELD_COLUMN)
        return field->column[0] == 's'   ? EVENT_WANT_START
               : field->column[0] == 'd' ? EVENT_WANT_DURATION
                                         : EVENT_WANT_NODE;
    switch ((enum query_field_function)field->number) {
    case FUNCTION_EVENT_LANE:
        return 0;
    case FUNCTION_EVENT_FINISH:
        return EVENT_WANT_START | EVENT_WANT_DURATION;
    case FUNCTION_EVENT_UNFINISHED:
    case FUNCTION_EVENT_ABORTED:
    case FUNCTION_EVENT_CONTINUED:
        return EVENT_WANT(EVENT_FLAGS);
    case FUNCTION_EVENT_HELD:
        return EVENT_WANT(EVENT_HELD);
    default:
        return EVENT_WANT_NODE | EVENT_WANT_VALUES;
    }
}

static void move_to(struct cursor *cursor, uint64_t row)
{
    const struct archive *archive = cursor->data->archive;
    const struct archive_blocks *blocks = &archive->blocks;
    size_t number = cursor->number;
    if (number == SIZE_MAX || row < blocks->first[number] ||
        row - blocks->first[number] >= blocks->events[number]) {
        cursor->number = archive_event_blocks_find(archive, row);
        cursor->block = archive_event_reader_get(cursor->reader, cursor->number, cursor->wanted);
        memset(cursor->seen, 0, sizeof cursor->seen);
    }
    cursor->row = (uint32_t)(row - blocks->first[cursor->number]);
}

/* Finds an optional value of the current event. False if the event has none of that kind. */
static bool find_value(struct cursor *cursor, enum archive_event_value what, uint64_t *value)
{
    const struct archive_event_values *values = &cursor->block->values[what];
    uint32_t *seen = &cursor->seen[what];
    if (*seen && values->row[*seen - 1] >= cursor->row)
        *seen = 0; /* the row is an earlier one: search again */
    while (*seen < values->count && values->row[*seen] < cursor->row)
        ++*seen;
    if (*seen == values->count || values->row[*seen] != cursor->row)
        return false;
    *value = values->value[*seen];
    return true;
}

static uint64_t value_or(struct cursor *cursor, enum archive_event_value what, uint64_t other)
{
    uint64_t value;
    return find_value(cursor, what, &value) ? value : other;
}

static uint32_t node_of(const struct cursor *cursor)
{
    return archive_event_block_node(cursor->block, cursor->row);
}

static int64_t clamped(uint64_t number)
{
    return number > INT64_MAX ? INT64_MAX : (int64_t)number;
}

static bool has_flag(struct cursor *cursor, uint64_t flags)
{
    return value_or(cursor, EVENT_FLAGS, 0) & flags;
}

static bool bytes_of(struct cursor *cursor, int64_t *value)
{
    const struct archive *archive = cursor->data->archive;
    uint64_t bytes = value_or(cursor, EVENT_BYTES, 0);
    *value = clamped(bytes);
    return (bytes || !has_flag(cursor, ARCHIVE_ACT_UNFINISHED)) &&
           archive_tells_act_bytes(archive, archive->nodes.region[node_of(cursor)], bytes);
}

/* Finds the trips. If the event has none of its own and all visits of its node had the same, takes
 * these. */
static bool trips_of(struct cursor *cursor, int64_t *value)
{
    const struct archive_nodes *nodes = &cursor->data->archive->nodes;
    uint32_t node = node_of(cursor);
    bool same = nodes->trips_min[node] == nodes->trips_max[node];
    uint64_t trips = value_or(cursor, EVENT_TRIPS, same ? nodes->trips_min[node] : ARCHIVE_UNKNOWN);
    *value = clamped(trips);
    return trips != ARCHIVE_UNKNOWN &&
           !has_flag(cursor, ARCHIVE_ACT_ABORTED | ARCHIVE_ACT_UNFINISHED);
}

static bool parent_of(const struct cursor *cursor, uint32_t place, uint32_t number, int64_t *value)
{
    const struct archive *archive = cursor->data->archive;
    int64_t row;
    uint32_t lane = cursor->block->lane, parent = ARCHIVE_NONE;
    if (number == archive->lanes.activity[lane])
        parent = archive->lanes.parent[lane];
    else if (query_data_activity(cursor->data, place, number, &row))
        parent = archive->activities.parent[row];
    return parent != ARCHIVE_NONE && query_data_number(cursor->data, place, parent, value);
}

/* Finds a field of the activity that executed the event; consecutive events mostly have the same
 * one. */
static bool by_runner(struct cursor *cursor, enum query_field_function function, int64_t *value)
{
    struct query_data *data = cursor->data;
    uint32_t lane = cursor->block->lane, place = data->archive->lanes.place[lane];
    uint32_t number = query_data_runs(data, cursor->number, cursor->row);
    struct runner *last = &cursor->runner;
    if (!last->known || last->lane != lane || last->number != number) {
        *last = (struct runner){.known = true, .lane = lane, .number = number};
        last->there = function == FUNCTION_EVENT_ACTIVITY_NUMBER
                          ? query_data_number(data, place, number, &last->value)
                      : function == FUNCTION_EVENT_ACTIVITY
                          ? query_data_activity(data, place, number, &last->value)
                          : parent_of(cursor, place, number, &last->value);
    }
    *value = last->value;
    return last->there;
}

/* Finds a field of the activity that executed the event, or that the event is about. */
static bool by_activity(struct cursor *cursor, enum query_field_function function, int64_t *value)
{
    struct query_data *data = cursor->data;
    uint32_t place = data->archive->lanes.place[cursor->block->lane];
    query_data_find_activities(data);
    if (function == FUNCTION_EVENT_ABOUT || function == FUNCTION_EVENT_HOLDER)
        return query_data_activity(
            data, place,
            (uint32_t)value_or(cursor,
                               function == FUNCTION_EVENT_ABOUT ? EVENT_ACTIVITY : EVENT_HOLDER,
                               ARCHIVE_NONE),
            value);
    return by_runner(cursor, function, value);
}

static bool object_of(struct cursor *cursor, int64_t *value)
{
    const struct archive *archive = cursor->data->archive;
    uint64_t file = value_or(cursor, EVENT_FILE, archive->events->only_file[node_of(cursor)]);
    *value = clamped(file);
    return file && file < archive->regions.rows;
}

/* Finds the place of a message; without a message it is the event's own. */
static bool place_of(struct cursor *cursor, enum archive_event_value what, int64_t *value)
{
    const struct archive *archive = cursor->data->archive;
    uint64_t place = value_or(cursor, what, archive->lanes.place[cursor->block->lane]);
    *value = clamped(place);
    return place < archive->places.rows;
}

static bool message_of(struct cursor *cursor, enum query_field_function function, int64_t *value)
{
    uint64_t found;
    switch (function) {
    case FUNCTION_EVENT_SOURCE:
        return place_of(cursor, EVENT_SOURCE, value);
    case FUNCTION_EVENT_TARGET:
        return place_of(cursor, EVENT_TARGET, value);
    case FUNCTION_EVENT_TAG:
        if (!find_value(cursor, EVENT_TAG, &found))
            return false;
        *value = (int32_t)(uint32_t)found;
        return true;
    default:
        if (!find_value(cursor, EVENT_COMMUNICATOR, &found))
            return false;
        *value = clamped(found);
        return found < cursor->data->archive->communicators.rows;
    }
}

static bool compute(struct cursor *cursor, enum query_field_function function, int64_t *value)
{
    const struct archive_event_block *block = cursor->block;
    switch (function) {
    case FUNCTION_EVENT_FINISH:
        *value =
            query_data_moment(cursor->data, block->base + block->start[cursor->row] +
                                                archive_event_block_duration(block, cursor->row));
        return true;
    case FUNCTION_EVENT_LANE:
        *value = block->lane;
        return true;
    case FUNCTION_EVENT_TRIPS:
        return trips_of(cursor, value);
    case FUNCTION_EVENT_BYTES:
        return bytes_of(cursor, value);
    case FUNCTION_EVENT_OBJECT:
        return object_of(cursor, value);
    case FUNCTION_EVENT_HELD:
        *value = clamped(value_or(cursor, EVENT_HELD, 0));
        return *value != 0;
    case FUNCTION_EVENT_SOURCE:
    case FUNCTION_EVENT_TARGET:
    case FUNCTION_EVENT_TAG:
    case FUNCTION_EVENT_COMMUNICATOR:
        return message_of(cursor, function, value);
    case FUNCTION_EVENT_UNFINISHED:
        *value = has_flag(cursor, ARCHIVE_ACT_UNFINISHED);
        return true;
    case FUNCTION_EVENT_ABORTED:
        *value = has_flag(cursor, ARCHIVE_ACT_ABORTED);
        return true;
    case FUNCTION_EVENT_CONTINUED:
        *value = has_flag(cursor, ARCHIVE_ACT_CONTINUED);
        return true;
    default:
        return by_activity(cursor, function, value);
    }
}

static bool value_of(struct cursor *cursor, const struct query_field *field, uint64_t row,
                     int64_t *value)
{
    move_to(cursor, row);
    const struct archive_event_block *block = cursor->block;
    if (!block)
        return false;
    if (field->from == FIELD_COMPUTED)
        return compute(cursor, (enum query_field_function)field->number, value);
    switch (field->column[0]) {
    case 's':
        *value = query_data_moment(cursor->data, block->base + block->start[cursor->row]);
        return true;
    case 'd':
        *value = clamped(archive_event_block_duration(block, cursor->row));
        return true;
    default:
        *value = node_of(cursor);
        return true;
    }
}

static void set(struct cursor *cursor, const struct query_field *field, uint64_t row,
                struct query_vector *out, size_t i)
{
    int64_t value = 0;
    out->absent[i] = !value_of(cursor, field, row, &value);
    value = out->absent[i] ? 0 : value;
    if (out->type == TYPE_BOOL)
        out->truth[i] = (uint8_t)value;
    else
        out->whole[i] = value;
}

void query_data_load_event_rows(struct query_data *data, const struct query_field *field,
                                const struct query_vector *rows, size_t count,
                                struct query_vector *out)
{
    struct cursor cursor = {.data = data,
                            .reader = query_data_finder(data),
                            .wanted = wanted_of(field),
                            .number = SIZE_MAX};
    out->has_absent = true;
    for (size_t i = 0; i < count; i++) {
        if (query_vector_is_absent(rows, i)) {
            out->absent[i] = 1;
            memset((char *)out->data + i * query_vector_size(out->type), 0,
                   query_vector_size(out->type));
        } else {
            set(&cursor, field, (uint64_t)rows->whole[i], out, i);
        }
    }
}

#define EACH(expression)                                                                           \
    for (size_t i = 0; i < batch->count; i++) {                                                    \
        size_t at = first + query_batch_at(batch, i);                                              \
        out->whole[i] = (int64_t)(expression);                                                     \
    }                                                                                              \
    break

static void load_durations(const struct archive_event_block *block, const struct query_batch *batch,
                           struct query_vector *out)
{
    size_t first = batch->first - block->first;
    switch (block->duration_width) {
    case 1:
        EACH(block->duration_base + ((const uint8_t *)block->duration)[at]);
    case 2:
        EACH(block->duration_base + ((const uint16_t *)block->duration)[at]);
    case 4:
        EACH(block->duration_base + ((const uint32_t *)block->duration)[at]);
    default:
        EACH(clamped(archive_event_block_duration(block, (uint32_t)at)));
    }
}

/* Reads fields that come from a single column. False for other fields. */
static bool load_plain(const struct query_data *data, const struct archive_event_block *block,
                       const struct query_field *field, const struct query_batch *batch,
                       struct query_vector *out)
{
    size_t first = batch->first - block->first;
    int64_t base = query_data_moment(data, block->base);
    bool is_column = field->from == FIELD_COLUMN;
    switch (is_column ? field->column[0] : field->number == FUNCTION_EVENT_LANE ? 'l' : 0) {
    case 'l':
        for (size_t i = 0; i < batch->count; i++)
            out->whole[i] = block->lane;
        break;
    case 's':
        EACH(base + block->start[at]);
    case 'd':
        load_durations(block, batch, out);
        break;
    case 'n':
        EACH(archive_event_block_node(block, (uint32_t)at));
    default:
        return false;
    }
    out->has_absent = false;
    return true;
}

void query_data_load_events(struct query_data *data, const struct query_field *field,
                            const struct query_batch *batch, struct query_vector *out)
{
    struct cursor cursor = {.data = data,
                            .reader = query_data_scanner(data),
                            .wanted = wanted_of(field),
                            .number = batch->block};
    cursor.block = archive_event_reader_get(cursor.reader, batch->block, cursor.wanted);
    if (cursor.block && load_plain(data, cursor.block, field, batch, out))
        return;
    out->has_absent = true;
    for (size_t i = 0; i < batch->count; i++)
        set(&cursor, field, query_batch_row(batch, i), out, i);
}
