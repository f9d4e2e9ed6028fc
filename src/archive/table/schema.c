/* schema.c: see schema.h */
#include "archive/table/schema.h"

#include "util/memory.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
#define U8(of, name) {#name, TABLE_U8, offsetof(struct archive_##of, name), false, SCHEMA_DAMAGE}
#define U16(of, name) {#name, TABLE_U16, offsetof(struct archive_##of, name), false, SCHEMA_DAMAGE}
#define U32(of, name) {#name, TABLE_U32, offsetof(struct archive_##of, name), false, SCHEMA_DAMAGE}
#define U64(of, name) {#name, TABLE_U64, offsetof(struct archive_##of, name), false, SCHEMA_DAMAGE}
#define F64(of, name) {#name, TABLE_F64, offsetof(struct archive_##of, name), false, SCHEMA_DAMAGE}
#define LATER(bits, of, name, missing) {#name, TABLE_##bits, offsetof(struct archive_##of, name), false, missing}
#define TEXT(of, name) {#name, TABLE_U32, offsetof(struct archive_##of, name), true, SCHEMA_DAMAGE}
#define LATER_TEXT(of, name) {#name, TABLE_U32, offsetof(struct archive_##of, name), true, SCHEMA_ZEROS}

static const struct schema_column regions[] = {
    U32(regions, kind), U32(regions, flags), U32(regions, mode), U32(regions, reason),
    U32(regions, seq), U32(regions, line), U32(regions, end_line), U32(regions, routine),
    TEXT(regions, name), TEXT(regions, file), TEXT(regions, dir), TEXT(regions, note),
    U64(regions, visits), LATER(U32, regions, mpi, SCHEMA_ZEROS),
};

static const struct schema_column places[] = {
    U32(places, number), U32(places, pid), U32(places, parent_pid), U32(places, parent),
    U32(places, clock), U32(places, state), U8(places, alive), U32(places, error),
    U64(places, start), U64(places, end), U64(places, real_start), U64(places, making),
    TEXT(places, host), TEXT(places, program), TEXT(places, command), TEXT(places, why),
    TEXT(places, damage),
    F64(places, cost_clock), F64(places, cost_pair), F64(places, cost_inside), F64(places, cost_count),
    LATER(U32, places, collects, SCHEMA_ZEROS), LATER(U32, places, openmp, SCHEMA_ZEROS),
    LATER(F64, places, cost_act, SCHEMA_ZEROS), LATER(F64, places, cost_loop, SCHEMA_ZEROS),
    LATER(F64, places, cost_pair_least, SCHEMA_ZEROS), LATER(F64, places, cost_pair_most, SCHEMA_ZEROS),
    LATER(F64, places, cost_count_least, SCHEMA_ZEROS), LATER(F64, places, cost_count_most, SCHEMA_ZEROS),
    LATER(F64, places, cost_loop_least, SCHEMA_ZEROS), LATER(F64, places, cost_loop_most, SCHEMA_ZEROS),
    LATER(F64, places, cost_light, SCHEMA_ZEROS), LATER(F64, places, cost_light_most, SCHEMA_ZEROS),
    LATER(U32, places, rank, SCHEMA_ONES), LATER(U32, places, ranks, SCHEMA_ZEROS),
    LATER(U64, places, job, SCHEMA_ZEROS),
    LATER(U32, places, aligned, SCHEMA_ZEROS), LATER(U64, places, within, SCHEMA_ZEROS),
    LATER(U64, places, early, SCHEMA_ZEROS), LATER(U64, places, moved, SCHEMA_ZEROS),
    LATER(U64, places, pc_samples, SCHEMA_ZEROS), LATER(U32, places, signal, SCHEMA_ZEROS),
    LATER(U64, places, heard, SCHEMA_ZEROS), LATER(U8, places, sent, SCHEMA_ZEROS),
    LATER(U32, places, cores_online, SCHEMA_ONES), LATER(U32, places, cores, SCHEMA_ONES),
    LATER(U64, places, cores_low, SCHEMA_ZEROS), LATER(U64, places, cores_high, SCHEMA_ZEROS),
    LATER(U32, places, quota, SCHEMA_ZEROS),
    LATER(U32, places, load_start, SCHEMA_ONES), LATER(U32, places, load_end, SCHEMA_ONES),
    LATER(U64, places, cpu_user, SCHEMA_ONES), LATER(U64, places, cpu_system, SCHEMA_ONES),
    LATER(U64, places, voluntary, SCHEMA_ONES), LATER(U64, places, involuntary, SCHEMA_ONES),
    LATER(U64, places, memory, SCHEMA_ONES),
    LATER(U64, places, major_faults, SCHEMA_ONES), LATER(U64, places, minor_faults, SCHEMA_ONES),
};

static const struct schema_column lanes[] = {
    U32(lanes, place), U32(lanes, number), TEXT(lanes, name), U64(lanes, tid),
    U64(lanes, start), U64(lanes, end),
    U8(lanes, running), U8(lanes, at_least), U8(lanes, forked),
    LATER(U8, lanes, ended, SCHEMA_ZEROS), LATER(U8, lanes, pool, SCHEMA_ZEROS),
    LATER(U32, lanes, activity, SCHEMA_ZEROS), LATER(U32, lanes, parent, SCHEMA_ONES),
    LATER(U32, lanes, runs, SCHEMA_ZEROS),
    LATER(U32, lanes, peer, SCHEMA_ONES), LATER(U32, lanes, tag, SCHEMA_ZEROS),
    LATER(U64, lanes, filtered, SCHEMA_ZEROS),
    LATER(U64, lanes, cpu, SCHEMA_ONES), LATER(U64, lanes, cpu_in_mpi, SCHEMA_ONES),
    LATER(U64, lanes, queued, SCHEMA_ONES),
    LATER(U64, lanes, dropped_from, SCHEMA_ZEROS), LATER(U64, lanes, dropped_to, SCHEMA_ZEROS),
    LATER(U64, lanes, filtered_from, SCHEMA_ZEROS), LATER(U64, lanes, filtered_to, SCHEMA_ZEROS),
    LATER(U64, lanes, filtered_aside, SCHEMA_ZEROS),
};

static const struct schema_column nodes[] = {
    U32(nodes, lane), U32(nodes, region), U32(nodes, parent), U8(nodes, timed),
    U64(nodes, count), U64(nodes, time), U64(nodes, min), U64(nodes, max),
    U32(nodes, open), U64(nodes, open_time),
    U64(nodes, trips), U64(nodes, trips_min), U64(nodes, trips_max),
    U64(nodes, bytes), U64(nodes, left), LATER(U64, nodes, instructions, SCHEMA_ZEROS),
    LATER(U8, nodes, how, SCHEMA_ZEROS), LATER(U64, nodes, untimed, SCHEMA_ZEROS),
    LATER_TEXT(nodes, callers), LATER(U64, nodes, beside, SCHEMA_ZEROS),
};

static const struct schema_column logs[] = {
    U32(logs, place), U32(logs, number), U32(logs, kinds), U32(logs, keep), U64(logs, limit),
    U64(logs, dropped), U64(logs, lost), U32(logs, error),
};

static const struct schema_column blocks[] = {
    U32(blocks, lane), U64(blocks, first), U16(blocks, count),
    U64(blocks, base), U64(blocks, last), U64(blocks, early), U64(blocks, end),
    U64(blocks, duration_min), U64(blocks, duration_max), U32(blocks, has),
    U64(blocks, bytes_min), U64(blocks, bytes_max), U64(blocks, trips_min), U64(blocks, trips_max),
    U64(blocks, dictionary), U16(blocks, nodes),
};

static const struct schema_column parts[] = {
    U64(parts, at), U32(parts, size), U32(parts, plain), U16(parts, patches), U8(parts, as),
};

static const struct schema_column objects[] = {
    U32(objects, place), U32(objects, kind), U32(objects, region), U32(objects, holder),
    U32(objects, readers), U32(objects, waiting), U32(objects, needed), U64(objects, since),
    U64(objects, got), U64(objects, waited),
};

static const struct schema_column waits[] = {
    U32(waits, lane), U32(waits, object), U32(waits, node), U64(waits, since),
};

static const struct schema_column activities[] = {
    U32(activities, place), U32(activities, number), U32(activities, parent), U32(activities, kind),
    U32(activities, made_at), U32(activities, body), U32(activities, made_on),
    U32(activities, first_lane), U32(activities, parts), U32(activities, moves),
    U64(activities, created), U64(activities, start), U64(activities, end), U64(activities, ran),
    U32(activities, first_after), U32(activities, after_count),
};

static const struct schema_column dependences[] = {
    U32(dependences, activity), U32(dependences, on),
};

static const struct schema_column communicators[] = {
    U32(communicators, place), U32(communicators, number), U64(communicators, id),
    U32(communicators, kind), U32(communicators, rank), U32(communicators, size),
    U32(communicators, remote_size), U64(communicators, first_member),
    U64(communicators, made), U64(communicators, freed),
};

static const struct schema_column members[] = {
    U32(members, rank),
};

static const struct schema_column messages[] = {
    U32(messages, communicator), U32(messages, source), U32(messages, target), U32(messages, tag),
    U64(messages, bytes), U32(messages, send), U32(messages, receive),
    U64(messages, send_start), U64(messages, send_end),
    U64(messages, receive_start), U64(messages, receive_end),
    LATER(U32, messages, finish, SCHEMA_ONES), LATER(U32, messages, post, SCHEMA_ONES),
    LATER(U64, messages, finish_start, SCHEMA_ZEROS), LATER(U64, messages, finish_end, SCHEMA_ZEROS),
    LATER(U64, messages, post_start, SCHEMA_ZEROS), LATER(U8, messages, filtered, SCHEMA_ZEROS),
};

static const struct schema_column collectives[] = {
    U32(collectives, instance), U32(collectives, communicator), U64(collectives, number),
    U32(collectives, place), U32(collectives, kind), U32(collectives, root), U32(collectives, size),
    U64(collectives, given), U64(collectives, taken),
    U32(collectives, begin), U64(collectives, begin_start), U64(collectives, begin_end),
    U32(collectives, end), U64(collectives, end_start), U64(collectives, end_end),
};

static const struct schema_column loops[] = {
    U32(loops, region), TEXT(loops, binary), U64(loops, address), U32(loops, depth),
    U32(loops, flags), U32(loops, factor), TEXT(loops, inlined),
    LATER(U32, loops, rest_of, SCHEMA_ZEROS),
};

static const struct schema_column natives[] = {
    U32(natives, place), TEXT(natives, binary), TEXT(natives, name), TEXT(natives, why),
    U64(natives, address), U64(natives, size), U64(natives, samples),
};

#define TABLE(name) \
    {#name, name, sizeof name / sizeof name[0], offsetof(struct archive, name), false}
#define OPTIONAL(name) \
    {#name, name, sizeof name / sizeof name[0], offsetof(struct archive, name), true}
#define EVENTS(name) \
    {"event_" #name, name, sizeof name / sizeof name[0], offsetof(struct archive, name), true}
const struct schema_table schema_tables[ARCHIVE_TABLES] = {
    [SCHEMA_REGIONS] = TABLE(regions),
    [SCHEMA_PLACES] = TABLE(places),
    [SCHEMA_LANES] = TABLE(lanes),
    [SCHEMA_NODES] = TABLE(nodes),
    [SCHEMA_LOGS] = EVENTS(logs),
    [SCHEMA_BLOCKS] = EVENTS(blocks),
    [SCHEMA_PARTS] = EVENTS(parts),
    [SCHEMA_OBJECTS] = OPTIONAL(objects),
    [SCHEMA_WAITS] = OPTIONAL(waits),
    [SCHEMA_ACTIVITIES] = OPTIONAL(activities),
    [SCHEMA_DEPENDENCES] = OPTIONAL(dependences),
    [SCHEMA_COMMUNICATORS] = OPTIONAL(communicators),
    [SCHEMA_MEMBERS] = OPTIONAL(members),
    [SCHEMA_MESSAGES] = OPTIONAL(messages),
    [SCHEMA_COLLECTIVES] = OPTIONAL(collectives),
    [SCHEMA_LOOPS] = OPTIONAL(loops),
    [SCHEMA_NATIVES] = OPTIONAL(natives),
};
/* clang-format on */

/* Returns the struct of columns; its first member is the number of rows. */
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

static const struct schema_column *find_column(const struct schema_table *schema, const char *name)
{
    for (size_t i = 0; i < schema->column_count; i++) {
        if (!strcmp(schema->columns[i].name, name))
            return &schema->columns[i];
    }
    return NULL;
}

bool schema_may_lack(enum schema_which which, const struct table_column *column, size_t rows)
{
    const struct schema_column *known = find_column(&schema_tables[which], column->name);
    if (!known || known->type != column->type || !known->missing)
        return false;
    unsigned char byte = known->missing == SCHEMA_ONES ? 0xff : 0;
    const unsigned char *data = column->data;
    size_t bytes = rows * table_type_size(column->type);
    return !bytes || (data[0] == byte && !memcmp(data, data + 1, bytes - 1));
}

/* Adds a column that the archive lacks, with the value that stands for it. */
static void add_missing(struct table *table, const struct schema_column *column)
{
    size_t size = table_type_size(column->type);
    void *data = memory_zeroed(table->rows + 1, size);
    if (column->missing == SCHEMA_ONES)
        memset(data, 0xff, table->rows * size);
    table_add_column(table, column->name, column->type)->data = data;
}

bool schema_bind(struct archive *archive, enum schema_which which, struct error *error)
{
    const struct schema_table *schema = &schema_tables[which];
    struct table *table = &archive->tables[which];
    for (size_t i = 0; i < schema->column_count; i++) {
        if (schema->columns[i].missing && !table_find(table, schema->columns[i].name))
            add_missing(table, &schema->columns[i]);
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
    schema_bind(archive, which, &none); /* cannot fail: schema_init made all columns */
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
            return error_set(error, "the table nodes is damaged: row %zu has an invalid parent", i);
    }
    return true;
}

/* Checks the tables objects and waits. ARCHIVE_NONE stands for a missing row. */
static bool check_waits(const struct archive *archive, struct error *error)
{
    const struct archive_objects *held = &archive->objects;
    const struct archive_waits *all = &archive->waits;
    if (!check_below(held->place, held->rows, archive->places.rows, "objects", "place", error) ||
        !check_below(held->region, held->rows, archive->regions.rows, "objects", "region", error) ||
        !check_below(all->lane, all->rows, archive->lanes.rows, "waits", "lane", error))
        return false;
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t object = all->object[i], node = all->node[i];
        bool good = (object == ARCHIVE_NONE || object < held->rows) &&
                    (node == ARCHIVE_NONE ||
                     (node < archive->nodes.rows && archive->nodes.lane[node] == all->lane[i]));
        if (!good)
            return error_set(error, "the table waits is damaged: row %zu", i);
    }
    return true;
}

static bool check_activities(const struct archive *archive, struct error *error)
{
    const struct archive_activities *all = &archive->activities;
    const struct archive_dependences *after = &archive->dependences;
    size_t lane_rows = archive->lanes.rows;
    if (!check_below(all->place, all->rows, archive->places.rows, "activities", "place", error) ||
        !check_below(all->made_at, all->rows, archive->regions.rows, "activities", "made_at",
                     error) ||
        !check_below(all->body, all->rows, archive->regions.rows, "activities", "body", error) ||
        !check_below(after->activity, after->rows, all->rows, "dependences", "activity", error))
        return false;
    for (size_t i = 0; i < all->rows; i++) {
        bool good = (all->made_on[i] == ARCHIVE_NONE || all->made_on[i] < lane_rows) &&
                    (all->first_lane[i] == ARCHIVE_NONE || all->first_lane[i] < lane_rows) &&
                    all->first_after[i] <= after->rows &&
                    all->after_count[i] <= after->rows - all->first_after[i];
        if (!good)
            return error_set(error, "the table activities is damaged: row %zu", i);
    }
    return true;
}

static bool check_communicators(const struct archive *archive, struct error *error)
{
    const struct archive_communicators *all = &archive->communicators;
    if (!check_below(all->place, all->rows, archive->places.rows, "communicators", "place", error))
        return false;
    for (size_t i = 0; i < all->rows; i++) {
        uint64_t first = all->first_member[i], rows = archive->members.rows;
        uint64_t count = (uint64_t)all->size[i] + all->remote_size[i];
        bool good = first == ARCHIVE_UNKNOWN || (first <= rows && count <= rows - first);
        if (!good || (i && all->place[i] < all->place[i - 1]))
            return error_set(error, "the table communicators is damaged: row %zu", i);
    }
    return true;
}

static bool is_row(uint32_t row, size_t rows)
{
    return row == ARCHIVE_NONE || row < rows;
}

static bool check_messages(const struct archive *archive, struct error *error)
{
    const struct archive_messages *all = &archive->messages;
    for (size_t i = 0; i < all->rows; i++) {
        bool good = all->communicator[i] < archive->communicators.rows &&
                    is_row(all->source[i], archive->places.rows) &&
                    is_row(all->target[i], archive->places.rows) &&
                    is_row(all->send[i], archive->nodes.rows) &&
                    is_row(all->receive[i], archive->nodes.rows) &&
                    is_row(all->finish[i], archive->nodes.rows) &&
                    is_row(all->post[i], archive->nodes.rows);
        if (!good)
            return error_set(error, "the table messages is damaged: row %zu", i);
    }
    return true;
}

static bool check_collectives(const struct archive *archive, struct error *error)
{
    const struct archive_collectives *all = &archive->collectives;
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t next = i ? all->instance[i - 1] + 1 : 0;
        bool good =
            (all->instance[i] == next || (i && all->instance[i] == next - 1)) &&
            all->communicator[i] < archive->communicators.rows &&
            all->place[i] < archive->places.rows && is_row(all->root[i], archive->places.rows) &&
            is_row(all->begin[i], archive->nodes.rows) && is_row(all->end[i], archive->nodes.rows);
        if (!good)
            return error_set(error, "the table collectives is damaged: row %zu", i);
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
           check_parents(all, error) && check_waits(archive, error) &&
           check_activities(archive, error) && check_communicators(archive, error) &&
           check_messages(archive, error) && check_collectives(archive, error) &&
           check_below(archive->loops.region, archive->loops.rows, region_rows, "loops", "region",
                       error) &&
           check_below(archive->natives.place, archive->natives.rows, archive->places.rows,
                       "natives", "place", error);
}
