/* schema.c: see schema.h */
#include "archive/schema.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
#define U8(of, name) {#name, TABLE_U8, offsetof(struct archive_##of, name), false}
#define U32(of, name) {#name, TABLE_U32, offsetof(struct archive_##of, name), false}
#define U64(of, name) {#name, TABLE_U64, offsetof(struct archive_##of, name), false}
#define F64(of, name) {#name, TABLE_F64, offsetof(struct archive_##of, name), false}
#define TEXT(of, name) {#name, TABLE_U32, offsetof(struct archive_##of, name), true}

static const struct schema_column regions[] = {
    U32(regions, kind), U32(regions, flags), U32(regions, mode), U32(regions, reason),
    U32(regions, seq), U32(regions, line), U32(regions, end_line), U32(regions, routine),
    TEXT(regions, name), TEXT(regions, file), TEXT(regions, dir), TEXT(regions, note),
    U64(regions, visits),
};

static const struct schema_column places[] = {
    U32(places, number), U32(places, pid), U32(places, parent_pid), U32(places, parent),
    U32(places, clock), U32(places, state), U8(places, alive), U32(places, error),
    U64(places, start), U64(places, end), U64(places, real_start), U64(places, making),
    TEXT(places, host), TEXT(places, program), TEXT(places, command), TEXT(places, why),
    TEXT(places, damage),
    F64(places, cost_clock), F64(places, cost_pair), F64(places, cost_inside), F64(places, cost_count),
};

static const struct schema_column lanes[] = {
    U32(lanes, place), U32(lanes, number), TEXT(lanes, name), U64(lanes, tid),
    U64(lanes, start), U64(lanes, end),
    U8(lanes, running), U8(lanes, at_least), U8(lanes, forked),
};

static const struct schema_column nodes[] = {
    U32(nodes, lane), U32(nodes, region), U32(nodes, parent), U8(nodes, timed),
    U64(nodes, count), U64(nodes, time), U64(nodes, min), U64(nodes, max),
    U32(nodes, open), U64(nodes, open_time),
    U64(nodes, trips), U64(nodes, trips_min), U64(nodes, trips_max),
    U64(nodes, bytes), U64(nodes, left),
};

static const struct schema_column logs[] = {
    U32(logs, place), U32(logs, number), U32(logs, kinds), U32(logs, keep), U64(logs, limit),
    U64(logs, dropped), U64(logs, lost), U32(logs, error),
};

static const struct schema_column blocks[] = {
    U32(blocks, lane), U64(blocks, first), U64(blocks, base), U64(blocks, end), U64(blocks, values),
};

#define TABLE(name) \
    {#name, name, sizeof name / sizeof name[0], offsetof(struct archive, name), false}
#define EVENTS(name) \
    {"event_" #name, name, sizeof name / sizeof name[0], offsetof(struct archive, name), true}
const struct schema_table schema_tables[ARCHIVE_TABLES] = {
    [SCHEMA_REGIONS] = TABLE(regions),
    [SCHEMA_PLACES] = TABLE(places),
    [SCHEMA_LANES] = TABLE(lanes),
    [SCHEMA_NODES] = TABLE(nodes),
    [SCHEMA_LOGS] = EVENTS(logs),
    [SCHEMA_BLOCKS] = EVENTS(blocks),
};
/* clang-format on */

/* The struct of columns; its first member is the number of rows. */
static char *columns_of(struct archive *archive, enum schema_which which)
{
    return (char *)archive + schema_tables[which].place;
}

void schema_init_table(struct archive *archive, enum schema_which which)
{
    const struct schema_table *schema = &schema_tables[which];
    table_init(&archive->tables[which], schema->name);
    for (size_t i = 0; i < schema->column_count; i++)
        table_add_column(&archive->tables[which], schema->columns[i].name, schema->columns[i].type);
}

void schema_init(struct archive *archive)
{
    for (int i = 0; i < ARCHIVE_TABLES; i++)
        schema_init_table(archive, (enum schema_which)i);
}

void schema_set_rows(struct archive *archive, enum schema_which which, size_t rows)
{
    archive->tables[which].rows = rows;
    memcpy(columns_of(archive, which), &rows, sizeof rows);
}

bool schema_bind(struct archive *archive, enum schema_which which, struct error *error)
{
    const struct schema_table *schema = &schema_tables[which];
    const struct table *table = &archive->tables[which];
    for (size_t i = 0; i < schema->column_count; i++) {
        const struct table_column *column = table_find(table, schema->columns[i].name);
        if (!column || column->type != schema->columns[i].type)
            return error_set(error, "the table %s has no column %s.%s", schema->name,
                             schema->columns[i].name, table_type_name(schema->columns[i].type));
        memcpy(columns_of(archive, which) + schema->columns[i].place, &column->data,
               sizeof column->data);
    }
    schema_set_rows(archive, which, table->rows);
    return true;
}

void schema_add_rows(struct archive *archive, enum schema_which which, size_t count)
{
    table_add_rows(&archive->tables[which], count);
    struct error none;
    schema_bind(archive, which, &none); /* the columns are those of schema_init */
}

static bool check_below(const uint32_t *column, size_t rows, size_t limit, const char *table,
                        const char *name, struct error *error)
{
    for (size_t i = 0; i < rows; i++) {
        if (column[i] >= limit)
            return error_set(error, "the table %s is damaged: row %zu of its column %s is %u",
                             table, i, name, column[i]);
    }
    return true;
}

static bool check_text(const struct archive *archive, enum schema_which which, struct error *error)
{
    const struct schema_table *schema = &schema_tables[which];
    const struct table *table = &archive->tables[which];
    for (size_t i = 0; i < schema->column_count; i++) {
        const struct schema_column *column = &schema->columns[i];
        if (column->text && !check_below(table_find(table, column->name)->data, table->rows,
                                         archive->strings.rows, schema->name, column->name, error))
            return false;
    }
    return true;
}

static bool check_parents(const struct archive_nodes *all, struct error *error)
{
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t parent = all->parent[i];
        bool root = parent == ARCHIVE_NONE && all->region[i] == 0;
        if (!root && (parent >= i || all->lane[parent] != all->lane[i]))
            return error_set(error, "the table nodes is damaged: row %zu has no right parent", i);
    }
    return true;
}

bool schema_check(const struct archive *archive, struct error *error)
{
    for (int i = 0; i < ARCHIVE_TABLES; i++) {
        if (!check_text(archive, (enum schema_which)i, error))
            return false;
    }
    const struct archive_nodes *all = &archive->nodes;
    if (!archive->regions.rows || archive->regions.kind[0] != 0)
        return error_set(error, "the table regions is damaged: its row 0 is a region");
    if (all->rows >= ARCHIVE_NONE)
        return error_set(error, "the table nodes has too many rows");
    size_t region_rows = archive->regions.rows;
    return check_below(archive->regions.routine, region_rows, region_rows, "regions", "routine",
                       error) &&
           check_below(archive->lanes.place, archive->lanes.rows, archive->places.rows, "lanes",
                       "place", error) &&
           check_below(archive->logs.place, archive->logs.rows, archive->places.rows, "event_logs",
                       "place", error) &&
           check_below(archive->blocks.lane, archive->blocks.rows, archive->lanes.rows,
                       "event_blocks", "lane", error) &&
           check_below(all->lane, all->rows, archive->lanes.rows, "nodes", "lane", error) &&
           check_below(all->region, all->rows, region_rows, "nodes", "region", error) &&
           check_parents(all, error);
}
