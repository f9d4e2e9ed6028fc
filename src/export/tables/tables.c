/* tables.c: see tables.h; all but events. */
#include "export/tables/tables.h"

#include "archive/table/schema.h"
#include "format/place.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { HEX_ROOM = 24 };

/* A column while its table is read. */
struct reading {
    const struct archive_table_column *column;
    const struct archive_schema_column *meaning;
    uint64_t below; /* number of rows of the table that it refers to */
    char hex[HEX_ROOM];
};

/* False for the tables that hold encoded events: they are internal. */
static bool is_told(const char *name)
{
    return strncmp(name, "event_", 6) != 0 || !strcmp(name, "event_logs");
}

static const struct archive_table *table_of(const struct archive *archive, const char *name)
{
    return !strcmp(name, "cycle_shape") ? &archive->shape_table : archive_table(archive, name);
}

static enum export_tables_type type_of(const struct archive_schema_column *column)
{
    switch (column->form) {
    case SCHEMA_TEXT:
    case SCHEMA_WORD:
    case SCHEMA_HEX:
        return TABLES_TEXT;
    case SCHEMA_BOOL:
        return TABLES_FLAG;
    case SCHEMA_REAL:
        return TABLES_REAL;
    default:
        return TABLES_WHOLE;
    }
}

static struct export_tables_table *add_table(struct export_tables *tables, const char *name)
{
    const struct archive_table *from = table_of(tables->job->archive, name);
    struct export_tables_table *table = &tables->list[tables->count++];
    *table = (struct export_tables_table){.name = name, .rows = from->rows, .column_count = 1};
    table->columns[0] = (struct export_tables_column){"row", TABLES_WHOLE, NULL};
    return table;
}

static void add_columns(struct export_tables_table *table,
                        const struct archive_schema_table *schema)
{
    for (size_t i = 0; i < schema->column_count; i++) {
        const struct archive_schema_column *column = &schema->columns[i];
        assert(table->column_count < TABLES_COLUMNS);
        table->columns[table->column_count++] =
            (struct export_tables_column){column->name, type_of(column), column->of};
    }
}

/* Adds the tables of the schema, with all of their columns. */
static void add_schema_tables(struct export_tables *tables)
{
    for (size_t i = 0; i < ARCHIVE_TABLES; i++) {
        if (is_told(archive_schema_tables[i].name))
            add_columns(add_table(tables, archive_schema_tables[i].name),
                        &archive_schema_tables[i]);
    }
    for (size_t i = 0; i < SCHEMA_OTHERS; i++)
        add_columns(add_table(tables, archive_schema_others[i].name), &archive_schema_others[i]);
}

/* True if cycles are wanted; in an unsealed archive they have to be computed from all events. */
static bool wants_cycles(const struct export_options *options)
{
    return !options->table || !strncmp(options->table, "cycle", 5);
}

bool export_tables_init(struct export_tables *tables, struct export_job *job, struct error *error)
{
    struct archive *archive = job->archive;
    if (!archive_find_messages(archive, error) || !archive_find_activities(archive, error))
        return false;
    if (wants_cycles(job->options) && !archive_find_events(archive, NULL, job->progress, error))
        return false;
    *tables = (struct export_tables){.job = job};
    tables->zero = archive_zero(archive);
    add_schema_tables(tables);
    export_tables_describe_run(&tables->list[tables->count++]);
    export_tables_describe_events(&tables->list[tables->count]);
    tables->list[tables->count++].rows = export_acts(archive);
    return true;
}

/* Returns the name of a table by its number; "" if it is internal; NULL if there is none. */
static const char *name_of(size_t number)
{
    static const char *const made[] = {"run", "events", NULL};
    if (number < ARCHIVE_TABLES)
        return is_told(archive_schema_tables[number].name) ? archive_schema_tables[number].name
                                                           : "";
    number -= ARCHIVE_TABLES;
    return number < SCHEMA_OTHERS ? archive_schema_others[number].name
                                  : made[number - SCHEMA_OTHERS];
}

bool export_tables_is_one(const char *name, struct error *error)
{
    char names[512] = "";
    for (size_t i = 0; name_of(i); i++) {
        const char *other = name_of(i);
        if (*other && !strcmp(other, name))
            return true;
        snprintf(names + strlen(names), sizeof names - strlen(names), "%s%s", *other ? " " : "",
                 other);
    }
    return error_set(error, "there is no table %s; there are:%s", name, names);
}

bool export_tables_find(const struct export_tables *tables, const char *name, size_t *table,
                        struct error *error)
{
    for (size_t i = 0; i < tables->count; i++) {
        if (!strcmp(tables->list[i].name, name)) {
            *table = i;
            return true;
        }
    }
    return error_set(error, "there is no table %s", name);
}

static uint64_t value_of(const struct archive_table_column *column, size_t row)
{
    switch (column->type) {
    case TABLE_U8:
        return ((const uint8_t *)column->data)[row];
    case TABLE_U16:
        return ((const uint16_t *)column->data)[row];
    case TABLE_U32:
        return ((const uint32_t *)column->data)[row];
    default:
        return ((const uint64_t *)column->data)[row];
    }
}

static bool is_absent(const struct archive *archive, const struct reading *reading, size_t row,
                      uint64_t value)
{
    uint64_t largest = reading->column->type == TABLE_U32 ? UINT32_MAX : UINT64_MAX;
    switch (reading->meaning->absent) {
    case SCHEMA_LARGEST:
        return value == largest;
    case SCHEMA_ZERO:
        return value == 0;
    case SCHEMA_UNTIMED:
        return !archive->nodes.timed[row] || value == largest;
    case SCHEMA_TRIPLESS:
        return archive->nodes.trips_min[row] == ARCHIVE_UNKNOWN && !value;
    case SCHEMA_BYTELESS:
        return !archive_tells_bytes(archive, archive->nodes.region[row], value);
    default:
        return false;
    }
}

static struct export_tables_cell text_cell(const char *text)
{
    return (struct export_tables_cell){.known = *text, .text = text};
}

static struct export_tables_cell cell_of(const struct export_tables *tables,
                                         struct reading *reading, size_t row)
{
    const struct archive *archive = tables->job->archive;
    const struct archive_schema_column *meaning = reading->meaning;
    uint64_t value = value_of(reading->column, row);
    struct export_tables_cell none = {.known = false};
    if (is_absent(archive, reading, row, value))
        return none;
    if (meaning->text)
        return text_cell(value < archive->strings.rows ? archive_text(archive, (uint32_t)value)
                                                       : "");
    if (reading->column->type == TABLE_F64) {
        double real = ((const double *)reading->column->data)[row];
        return (struct export_tables_cell){.known = isfinite(real), .real = real};
    }
    switch (meaning->form) {
    case SCHEMA_ROW:
        return value < reading->below ? (struct export_tables_cell){true, {(int64_t)value}} : none;
    case SCHEMA_WORD:
        return text_cell(meaning->word((uint32_t)value));
    case SCHEMA_HEX:
        snprintf(reading->hex, sizeof reading->hex, "0x%llx", (unsigned long long)value);
        return text_cell(reading->hex);
    case SCHEMA_MOMENT:
        return (struct export_tables_cell){true, {(int64_t)(value - tables->zero)}};
    case SCHEMA_BOOL:
        return (struct export_tables_cell){true, {value != 0}};
    case SCHEMA_SIGNED:
        return (struct export_tables_cell){true, {(int32_t)value}};
    default:
        return (struct export_tables_cell){value <= INT64_MAX, {(int64_t)value}};
    }
}

/* Returns false with an error if a column is missing. */
static bool find_columns(struct reading *readings, const struct export_tables *tables,
                         const struct export_tables_table *as, struct error *error)
{
    const struct archive *archive = tables->job->archive;
    const struct archive_table *from = table_of(archive, as->name);
    for (size_t i = 1; from->rows && i < as->column_count; i++) {
        const char *name = as->columns[i].name;
        const struct archive_table *of =
            as->columns[i].of ? table_of(archive, as->columns[i].of) : NULL;
        readings[i] = (struct reading){
            .column = archive_table_find(from, name),
            .meaning = archive_schema_find_column(archive_schema_find(as->name), name),
            .below = of ? of->rows : 0};
        if (!readings[i].column)
            return error_set(error, "the table %s is damaged: it has no column %s", as->name, name);
    }
    return true;
}

bool export_tables_each(const struct export_tables *tables, size_t table, tables_take *take,
                        void *to, struct error *error)
{
    const struct export_tables_table *as = &tables->list[table];
    struct export_tables_cell cells[TABLES_COLUMNS];
    struct reading readings[TABLES_COLUMNS];
    if (!strcmp(as->name, "events"))
        return export_tables_each_event(tables, take, to, error);
    if (!strcmp(as->name, "run"))
        return export_tables_take_run(tables, take, to);
    if (!find_columns(readings, tables, as, error))
        return false;
    for (size_t row = 0; row < as->rows; row++) {
        cells[0] = (struct export_tables_cell){true, {(int64_t)row}};
        for (size_t i = 1; i < as->column_count; i++)
            cells[i] = cell_of(tables, &readings[i], row);
        if (!take(to, cells) ||
            (row % TABLES_OFTEN == 0 && !export_go_on(tables->job, row, as->rows, error)))
            return false;
    }
    return true;
}
