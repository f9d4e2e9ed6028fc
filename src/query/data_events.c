/* data_events.c: fields of events of a sealed archive. */
#include "query/data.h"

#include "archive/events.h"
#include "query/data_nodes.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <string.h>

static const void *column(const struct table *table, const char *name, enum table_type type)
{
    const struct table_column *found = table_find(table, name);
    return found && found->type == type ? found->data : NULL;
}

struct query_block query_data_block(const struct query_data *data, size_t block)
{
    const struct archive *archive = data->archive;
    const struct archive_blocks *all = &archive->blocks;
    const struct table *events = &archive->event_table;
    uint64_t first = all->first[block];
    const uint16_t *narrow = column(events, "node", TABLE_U16);
    const uint32_t *wide = narrow ? NULL : column(events, "node", TABLE_U32);
    return (struct query_block){
        .first = first,
        .end = block + 1 == all->rows ? events->rows : all->first[block + 1],
        .base = all->base[block],
        .last = all->end[block],
        .lane = all->lane[block],
        .start = (const uint32_t *)column(events, "start", TABLE_U32) + first,
        .duration = (const uint32_t *)column(events, "duration", TABLE_U32) + first,
        .narrow = narrow ? narrow + first : NULL,
        .wide = wide ? wide + first : NULL,
    };
}

/* One event with what few of them have: as rows go by, forwards at best. */
struct cursor {
    struct query_data *data;
    size_t number;
    struct query_block block;
    const uint16_t *row;
    const uint8_t *what;
    const uint32_t *value;
    uint64_t next, value_end; /* rows of event_values */
    uint64_t flags, length, trips, bytes, file, activity, holder, held;
    uint32_t node; /* ARCHIVE_NONE: there is none */
};

static void begin_block(struct cursor *cursor, size_t number)
{
    const struct archive *archive = cursor->data->archive;
    const struct archive_blocks *all = &archive->blocks;
    cursor->number = number;
    cursor->block = query_data_block(cursor->data, number);
    cursor->next = all->values[number];
    cursor->value_end =
        number + 1 == all->rows ? archive->value_table.rows : all->values[number + 1];
}

static void begin(struct cursor *cursor, struct query_data *data, size_t number)
{
    const struct table *values = &data->archive->value_table;
    *cursor = (struct cursor){.data = data};
    cursor->row = column(values, "row", TABLE_U16);
    cursor->what = column(values, "what", TABLE_U8);
    cursor->value = column(values, "value", TABLE_U32);
    begin_block(cursor, number);
}

static size_t block_of(const struct archive_blocks *all, uint64_t row)
{
    size_t low = 0, high = all->rows;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (all->first[middle] <= row)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void take_value(struct cursor *cursor, uint64_t at)
{
    uint64_t *const to[] = {[EVENT_FLAGS] = &cursor->flags,   [EVENT_LENGTH] = &cursor->length,
                            [EVENT_TRIPS] = &cursor->trips,   [EVENT_BYTES] = &cursor->bytes,
                            [EVENT_FILE] = &cursor->file,     [EVENT_ACTIVITY] = &cursor->activity,
                            [EVENT_HOLDER] = &cursor->holder, [EVENT_HELD] = &cursor->held};
    uint32_t what = cursor->what[at] & ~(uint32_t)EVENT_UPPER;
    if (what < EVENT_FLAGS || what > EVENT_HELD)
        return;
    if (cursor->what[at] & EVENT_UPPER)
        *to[what] |= (uint64_t)cursor->value[at] << 32;
    else
        *to[what] = cursor->value[at];
}

/* The node tells what has no value of its own. */
static void begin_act(struct cursor *cursor, uint64_t in_block)
{
    const struct archive *archive = cursor->data->archive;
    const struct archive_nodes *nodes = &archive->nodes;
    const struct query_block *block = &cursor->block;
    uint32_t node = block->narrow ? block->narrow[in_block] : block->wide[in_block];
    bool known = node < nodes->rows;
    cursor->node = known ? node : ARCHIVE_NONE;
    cursor->flags = cursor->bytes = cursor->held = 0;
    cursor->length = block->duration[in_block];
    cursor->trips = known && nodes->trips_min[node] == nodes->trips_max[node]
                        ? nodes->trips_min[node]
                        : ARCHIVE_UNKNOWN;
    cursor->file = known ? archive->events->only_file[node] : 0;
    cursor->activity = cursor->holder = ARCHIVE_NONE;
}

static void move_to(struct cursor *cursor, uint64_t row)
{
    if (row < cursor->block.first || row >= cursor->block.end)
        begin_block(cursor, block_of(&cursor->data->archive->blocks, row));
    uint64_t in_block = row - cursor->block.first;
    uint64_t first = cursor->data->archive->blocks.values[cursor->number];
    begin_act(cursor, in_block);
    if (cursor->next > first && cursor->row[cursor->next - 1] >= in_block)
        cursor->next = first; /* backwards */
    while (cursor->next < cursor->value_end && cursor->row[cursor->next] < in_block)
        cursor->next++;
    for (; cursor->next < cursor->value_end && cursor->row[cursor->next] == in_block;
         cursor->next++)
        take_value(cursor, cursor->next);
}

static bool has_tasks(const struct archive *archive)
{
    for (size_t i = 0; i < archive->nodes.rows; i++) {
        if (archive->regions.kind[archive->nodes.region[i]] == TRI_KIND_TASK)
            return true;
    }
    return false;
}

/* Tasks are around others: that is known when acts go by from the beginning of a lane. */
static void find_runs(struct query_data *data)
{
    const struct archive *archive = data->archive;
    struct cursor cursor;
    struct event_runs runs = {0};
    query_data_find_activities(data); /* without them, parents are not known */
    data->has_tasks = has_tasks(archive);
    if (!data->has_tasks)
        return;
    uint64_t rows = archive->event_table.rows;
    data->runs = memory_zeroed(rows + 1, sizeof *data->runs);
    begin(&cursor, data, 0);
    uint32_t lane = ARCHIVE_NONE;
    for (uint64_t row = archive->blocks.first[0]; row < rows; row++) {
        move_to(&cursor, row);
        if (cursor.block.lane != lane)
            event_runs_begin(&runs, archive, lane = cursor.block.lane);
        uint64_t start = cursor.block.base + cursor.block.start[row - cursor.block.first];
        struct archive_act act = {.start = start,
                                  .end = start + cursor.length,
                                  .node = cursor.node,
                                  .activity = (uint32_t)cursor.activity};
        if (cursor.node != ARCHIVE_NONE && lane < archive->lanes.rows)
            event_runs_act(&runs, &act);
        data->runs[row] = act.runs;
    }
    event_runs_free(&runs);
}

static bool has_bytes(const struct cursor *cursor)
{
    const struct query_data *data = cursor->data;
    if (cursor->node == ARCHIVE_NONE)
        return false;
    int64_t type = query_data_region_type(data, data->archive->nodes.region[cursor->node]);
    return type == ARCHIVE_IO || type == ARCHIVE_COMM;
}

/* Which activity does it: its place and number. */
static bool runs_of(struct cursor *cursor, uint64_t row, uint32_t *place, uint32_t *number)
{
    struct query_data *data = cursor->data;
    const struct archive_lanes *lanes = &data->archive->lanes;
    uint32_t lane = cursor->block.lane;
    if (lane >= lanes->rows)
        return false;
    query_data_once(data, &data->known.runs, find_runs);
    *place = lanes->place[lane];
    *number = data->runs ? data->runs[row] : lanes->activity[lane];
    return true;
}

static bool parent_of(struct cursor *cursor, uint32_t place, uint32_t number, int64_t *value)
{
    const struct archive *archive = cursor->data->archive;
    int64_t row;
    uint32_t lane = cursor->block.lane, parent = ARCHIVE_NONE;
    if (number == archive->lanes.activity[lane])
        parent = archive->lanes.parent[lane];
    else if (query_data_activity(cursor->data, place, number, &row))
        parent = archive->activities.parent[row];
    return parent != ARCHIVE_NONE && query_data_number(cursor->data, place, parent, value);
}

static bool by_activity(struct cursor *cursor, enum field_function function, uint64_t row,
                        int64_t *value)
{
    uint32_t place, number;
    if (!runs_of(cursor, row, &place, &number))
        return false;
    switch (function) {
    case FUNCTION_EVENT_ACTIVITY_NUMBER:
        return query_data_number(cursor->data, place, number, value);
    case FUNCTION_EVENT_ACTIVITY:
        return query_data_activity(cursor->data, place, number, value);
    case FUNCTION_EVENT_PARENT:
        return parent_of(cursor, place, number, value);
    case FUNCTION_EVENT_ABOUT:
        return query_data_activity(cursor->data, place, (uint32_t)cursor->activity, value);
    default:
        return query_data_activity(cursor->data, place, (uint32_t)cursor->holder, value);
    }
}

static int64_t clamped(uint64_t number)
{
    return number > INT64_MAX ? INT64_MAX : (int64_t)number;
}

static bool compute(struct cursor *cursor, enum field_function function, uint64_t row,
                    int64_t *value)
{
    const struct query_data *data = cursor->data;
    uint64_t start = cursor->block.base + cursor->block.start[row - cursor->block.first];
    switch (function) {
    case FUNCTION_EVENT_FINISH:
        *value = query_data_moment(data, start + cursor->length);
        return true;
    case FUNCTION_EVENT_LANE:
        *value = cursor->block.lane;
        return cursor->block.lane < data->archive->lanes.rows;
    case FUNCTION_EVENT_TRIPS:
        *value = clamped(cursor->trips);
        return cursor->trips != ARCHIVE_UNKNOWN &&
               !(cursor->flags & (ARCHIVE_ACT_LEFT | ARCHIVE_ACT_OPEN));
    case FUNCTION_EVENT_BYTES:
        *value = clamped(cursor->bytes);
        return has_bytes(cursor);
    case FUNCTION_EVENT_OBJECT:
        *value = clamped(cursor->file);
        return cursor->file && cursor->file < data->archive->regions.rows;
    case FUNCTION_EVENT_HELD:
        *value = clamped(cursor->held);
        return cursor->held != 0;
    case FUNCTION_EVENT_OPEN:
        *value = (cursor->flags & ARCHIVE_ACT_OPEN) != 0;
        return true;
    case FUNCTION_EVENT_LEFT:
        *value = (cursor->flags & ARCHIVE_ACT_LEFT) != 0;
        return true;
    case FUNCTION_EVENT_CONTINUED:
        *value = (cursor->flags & ARCHIVE_ACT_CONTINUED) != 0;
        return true;
    default:
        return by_activity(cursor, function, row, value);
    }
}

static bool value_of(struct cursor *cursor, const struct field *field, uint64_t row, int64_t *value)
{
    move_to(cursor, row);
    if (field->from == FIELD_COMPUTED)
        return compute(cursor, (enum field_function)field->number, row, value);
    switch (field->column[0]) {
    case 's':
        *value = query_data_moment(
            cursor->data, cursor->block.base + cursor->block.start[row - cursor->block.first]);
        return true;
    case 'd':
        *value = clamped(cursor->length);
        return true;
    default:
        *value = cursor->node;
        return cursor->node != ARCHIVE_NONE;
    }
}

static void set(struct cursor *cursor, const struct field *field, uint64_t row, struct vector *out,
                size_t i)
{
    int64_t value = 0;
    out->absent[i] = !value_of(cursor, field, row, &value);
    value = out->absent[i] ? 0 : value;
    if (out->type == TYPE_BOOL)
        out->truth[i] = (uint8_t)value;
    else
        out->whole[i] = value;
}

void query_data_load_event_rows(struct query_data *data, const struct field *field,
                                const struct vector *rows, size_t count, struct vector *out)
{
    struct cursor cursor;
    out->has_absent = true;
    begin(&cursor, data, 0);
    for (size_t i = 0; i < count; i++) {
        if (vector_is_absent(rows, i)) {
            out->absent[i] = 1;
            memset((char *)out->data + i * vector_size(out->type), 0, vector_size(out->type));
        } else {
            set(&cursor, field, (uint64_t)rows->whole[i], out, i);
        }
    }
}

/* Columns that need nothing else; false: it is none. */
static bool load_plain(const struct query_data *data, const struct field *field,
                       const struct batch *batch, struct vector *out)
{
    struct query_block block = query_data_block(data, batch->block);
    uint64_t first = batch->first - block.first, nodes = data->archive->nodes.rows;
    int64_t base = query_data_moment(data, block.base);
    if (field->from != FIELD_COLUMN || field->column[0] == 'd')
        return false;
    out->has_absent = false;
    if (field->column[0] == 's') {
        for (size_t i = 0; i < batch->count; i++)
            out->whole[i] = base + block.start[first + batch_at(batch, i)];
        return true;
    }
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t at = first + batch_at(batch, i);
        uint32_t node = block.narrow ? block.narrow[at] : block.wide[at];
        bool known = node < nodes;
        out->whole[i] = known ? node : 0;
        out->absent[i] = !known;
        out->has_absent |= !known;
    }
    return true;
}

/* Durations and ends are wide only where the table says so. */
static bool load_length(struct query_data *data, const struct field *field,
                        const struct batch *batch, struct vector *out)
{
    bool ends = field->from == FIELD_COMPUTED && field->number == FUNCTION_EVENT_FINISH;
    struct query_block block = query_data_block(data, batch->block);
    uint64_t first = batch->first - block.first;
    int64_t base = query_data_moment(data, block.base);
    if (!ends && (field->from != FIELD_COLUMN || field->column[0] != 'd'))
        return false;
    bool wide = false;
    for (size_t i = 0; i < batch->count; i++) {
        uint64_t at = first + batch_at(batch, i);
        wide |= block.duration[at] == UINT32_MAX;
        out->whole[i] = (int64_t)block.duration[at] + (ends ? base + block.start[at] : 0);
    }
    out->has_absent = false;
    struct cursor cursor;
    if (wide)
        begin(&cursor, data, batch->block);
    for (size_t i = 0; wide && i < batch->count; i++) {
        if (block.duration[first + batch_at(batch, i)] == UINT32_MAX)
            set(&cursor, field, batch_row(batch, i), out, i);
    }
    return true;
}

void query_data_load_events(struct query_data *data, const struct field *field,
                            const struct batch *batch, struct vector *out)
{
    struct cursor cursor;
    if (load_plain(data, field, batch, out) || load_length(data, field, batch, out))
        return;
    out->has_absent = true;
    begin(&cursor, data, batch->block);
    if (field->from == FIELD_COMPUTED && field->number == FUNCTION_EVENT_LANE) {
        bool known = cursor.block.lane < data->archive->lanes.rows;
        out->has_absent = !known;
        for (size_t i = 0; i < batch->count; i++) {
            out->whole[i] = known ? cursor.block.lane : 0;
            out->absent[i] = !known;
        }
        return;
    }
    for (size_t i = 0; i < batch->count; i++)
        set(&cursor, field, batch_row(batch, i), out, i);
}
