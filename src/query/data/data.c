/* data.c: opens an archive for queries, and reads columns of tables: see data.h */
#include "query/data/data.h"

#include "archive/events/events.h"
#include "query/data/reader.h"
#include "query/data/runs.h"
#include "util/memory.h"

#include <stdlib.h>
#include <string.h>

/* Finds the event type of every region, visited or not: archive_facts_of is asked about an event of
 * a made-up node in each region. */
static void find_types(struct query_data *data)
{
    struct archive asked = *data->archive;
    uint32_t region = 0, lane = 0, zero = 0;
    data->types = memory_zeroed(asked.regions.rows + 1, 1);
    asked.nodes = (struct archive_nodes){.rows = 1, .region = &region, .lane = &lane};
    asked.lanes =
        (struct archive_lanes){.rows = 1, .place = &zero, .activity = &zero, .parent = &zero};
    asked.places = (struct archive_places){.rows = 1, .number = &zero};
    struct archive_act act = {0};
    for (; region < asked.regions.rows; region++)
        data->types[region] = (uint8_t)archive_facts_of(&asked, &act).kind;
}

struct query_data *query_data_new(struct archive *archive, struct error *error)
{
    if (archive->sealed && !archive_events_check(archive, error))
        return NULL;
    struct query_data *data = memory_zeroed(1, sizeof *data);
    *data = (struct query_data){.archive = archive, .start = archive_zero(archive)};
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&data->lock, &attributes);
    pthread_mutexattr_destroy(&attributes);
    static atomic_uint_fast64_t last;
    data->serial = atomic_fetch_add(&last, 1) + 1;
    data->texts = texts_new();
    data->strings = memory_zeroed(archive->strings.rows + 1, sizeof *data->strings);
    for (size_t i = 0; i < archive->strings.rows; i++)
        data->strings[i] = texts_add(data->texts, archive_text(archive, (uint32_t)i));
    find_types(data);
    archive_events_prepare(archive);
    query_data_open_readers(data);
    return data;
}

void query_data_free(struct query_data *data)
{
    if (!data)
        return;
    query_data_close_readers(data);
    texts_free(data->texts);
    free(data->strings);
    free(data->types);
    free(data->depth);
    free(data->inside);
    free(data->loops);
    free(data->peeled);
    free(data->paths);
    free(data->relays);
    query_runs_free(data->runs);
    pthread_mutex_destroy(&data->lock);
    free(data);
}

static const struct archive_table *table_of(const struct query_data *data,
                                            const struct query_fields *shape)
{
    return archive_table(data->archive, shape->table);
}

/* True for the tables that archive_find_moves fills. */
static bool is_of_places(const char *table)
{
    static const char *const names[] = {"moves", "variables", "finishes", "participants"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strcmp(table, names[i]))
            return true;
    }
    return false;
}

/* Makes the table of a stream available, if it can be. False with an error. */
static bool find_rows(struct query_data *data, const struct query_fields *shape,
                      struct error *error)
{
    bool good = true;
    pthread_mutex_lock(&data->lock);
    if (!strcmp(shape->table, "activities"))
        good = archive_find_activities(data->archive, error);
    else if (!strcmp(shape->table, "messages") || !strcmp(shape->table, "collectives"))
        good = archive_find_messages(data->archive, error);
    else if (is_of_places(shape->table))
        good = archive_find_moves(data->archive, error);
    else if (query_data_is_events(shape) || !strcmp(shape->table, "cycles"))
        good = archive_find_events(data->archive, &data->stop, data->progress, error);
    pthread_mutex_unlock(&data->lock);
    return good;
}

bool query_data_rows(struct query_data *data, const struct query_fields *shape, uint64_t *rows,
                     struct error *error)
{
    struct archive *archive = data->archive;
    bool is_events = query_data_is_events(shape);
    if (!find_rows(data, shape, error))
        return false;
    const struct archive_table *table = table_of(data, shape);
    *rows = table && (!is_events || archive->blocks.rows) ? table->rows : 0;
    return true;
}

static uint64_t largest(enum archive_table_type type)
{
    return type == TABLE_U8    ? UINT8_MAX
           : type == TABLE_U16 ? UINT16_MAX
           : type == TABLE_U32 ? UINT32_MAX
                               : UINT64_MAX;
}

static void copy_column(const struct archive_table_column *column, const struct query_vector *rows,
                        size_t count, uint64_t *values)
{
    for (size_t i = 0; i < count; i++) {
        size_t row = query_vector_is_absent(rows, i) ? 0 : (size_t)rows->whole[i];
        switch (column->type) {
        case TABLE_U8:
            values[i] = ((const uint8_t *)column->data)[row];
            break;
        case TABLE_U16:
            values[i] = ((const uint16_t *)column->data)[row];
            break;
        case TABLE_U32:
            values[i] = ((const uint32_t *)column->data)[row];
            break;
        default:
            values[i] = ((const uint64_t *)column->data)[row];
            break;
        }
    }
}

/* Returns a limit for the values of a column: a number from there on is absent, as the table that
 * it refers to has no such row. */
static uint64_t limit_of(struct query_data *data, const struct query_field *field)
{
    struct error error;
    uint64_t rows = 0;
    if (field->type.type == TYPE_TEXT && !field->word)
        return data->archive->strings.rows;
    if (field->type.type != TYPE_ROW)
        return UINT64_MAX;
    return query_data_rows(data, field->type.shape, &rows, &error) ? rows : 0;
}

/* True if the value means an empty text. */
static bool is_empty(const struct query_data *data, const struct query_field *field, uint64_t value)
{
    if (field->type.type != TYPE_TEXT)
        return value == 0;
    const char *text =
        field->word ? field->word((uint32_t)value) : query_data_text(data, data->strings[value]);
    return !*text;
}

static void set_value(struct query_data *data, const struct query_field *field,
                      struct query_vector *out, size_t i, uint64_t value)
{
    int64_t whole = value > INT64_MAX ? INT64_MAX : (int64_t)value;
    if (field->type.type == TYPE_BOOL)
        out->truth[i] = value != 0;
    else if (field->word)
        out->whole[i] = query_data_add_text(data, field->word((uint32_t)value));
    else if (field->type.type == TYPE_TEXT)
        out->whole[i] = data->strings[value];
    else if (field->type.type == TYPE_REAL)
        memcpy(&out->real[i], &value, sizeof value);
    else if (field->is_signed)
        out->whole[i] = (int32_t)value;
    else
        out->whole[i] = field->is_moment ? query_data_moment(data, value) : whole;
}

static void set_absent(struct query_vector *out, size_t i)
{
    out->absent[i] = 1;
    if (out->type == TYPE_BOOL)
        out->truth[i] = 0;
    else
        out->whole[i] = 0;
}

static void load_column(struct query_data *data, const struct query_fields *shape,
                        const struct query_field *field, const struct query_vector *rows,
                        size_t count, struct query_vector *out)
{
    const struct archive_table *table = table_of(data, shape);
    const struct archive_table_column *column =
        table ? archive_table_find(table, field->column) : NULL;
    const uint8_t *timed = data->archive->nodes.timed;
    uint64_t limit = limit_of(data, field), values[QUERY_BATCH];
    uint64_t none = column ? largest(column->type) : 0;
    bool has_rows = column && column->data && table->rows;
    if (has_rows)
        copy_column(column, rows, count, values);
    for (size_t i = 0; i < count; i++) {
        bool absent = !has_rows || query_vector_is_absent(rows, i) || values[i] >= limit;
        absent |= !absent && field->absent == ABSENT_ZERO && is_empty(data, field, values[i]);
        absent |= !absent && field->absent == ABSENT_LARGEST && values[i] == none;
        absent |= !absent && field->absent == ABSENT_UNTIMED &&
                  (values[i] == none || !timed[rows->whole[i]]);
        out->absent[i] = absent;
        if (absent)
            set_absent(out, i);
        else
            set_value(data, field, out, i, values[i]);
    }
    out->has_absent = true;
}

void query_data_load(struct query_data *data, const struct query_fields *shape,
                     const struct query_field *field, const struct query_vector *rows, size_t count,
                     struct query_vector *out)
{
    if (field->from == FIELD_ROW) {
        memcpy(out->whole, rows->whole, count * sizeof *out->whole);
        out->has_absent = rows->has_absent;
        if (rows->has_absent)
            memcpy(out->absent, rows->absent, count);
    } else if (query_data_is_events(shape)) {
        query_data_load_event_rows(data, field, rows, count, out);
    } else if (field->from == FIELD_COLUMN) {
        load_column(data, shape, field, rows, count, out);
    } else {
        out->has_absent = true;
        for (size_t i = 0; i < count; i++) {
            int64_t value = 0;
            out->absent[i] = query_vector_is_absent(rows, i) ||
                             !query_data_compute(data, (enum query_field_function)field->number,
                                                 (uint64_t)rows->whole[i], &value);
            if (out->absent[i])
                set_absent(out, i);
            else if (out->type == TYPE_BOOL)
                out->truth[i] = value != 0;
            else
                out->whole[i] = value;
        }
    }
}
