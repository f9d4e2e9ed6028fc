/* schema.c: see schema.h */
#include "archive/table/schema.h"

#include "archive/table/schema_words.h"
#include "format/carried.h"
#include "format/mpi.h"
#include "format/object.h"
#include "format/operations.h"
#include "util/memory.h"

#include <stddef.h>
#include <string.h>

/* clang-format off */
#define OF_NUMBER(of) NULL
#define OF_REAL(of) NULL
#define OF_TIME(of) NULL
#define OF_BYTES(of) NULL
#define OF_MOMENT(of) NULL
#define OF_SIGNED(of) NULL
#define OF_BOOL(of) NULL
#define OF_HEX(of) NULL
#define OF_TEXT(of) NULL
#define OF_ROW(of) #of
#define OF_WORD(of) NULL
#define WORD_NUMBER(of) NULL
#define WORD_REAL(of) NULL
#define WORD_TIME(of) NULL
#define WORD_BYTES(of) NULL
#define WORD_MOMENT(of) NULL
#define WORD_SIGNED(of) NULL
#define WORD_BOOL(of) NULL
#define WORD_HEX(of) NULL
#define WORD_TEXT(of) NULL
#define WORD_ROW(of) NULL
#define WORD_WORD(of) of
#define COLUMN_AT(type, name, at, missing, form, absent, of, help) \
    {#name, TABLE_##type, at, SCHEMA_##form == SCHEMA_TEXT, SCHEMA_##missing, SCHEMA_##form, \
     SCHEMA_##absent, OF_##form(of), WORD_##form(of), help},

#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_regions, name), __VA_ARGS__)
static const struct archive_schema_column regions[] = {ARCHIVE_REGIONS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_places, name), __VA_ARGS__)
static const struct archive_schema_column places[] = {ARCHIVE_PLACES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_lanes, name), __VA_ARGS__)
static const struct archive_schema_column lanes[] = {ARCHIVE_LANES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_nodes, name), __VA_ARGS__)
static const struct archive_schema_column nodes[] = {ARCHIVE_NODES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_logs, name), __VA_ARGS__)
static const struct archive_schema_column logs[] = {ARCHIVE_LOGS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_blocks, name), __VA_ARGS__)
static const struct archive_schema_column blocks[] = {ARCHIVE_BLOCKS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_parts, name), __VA_ARGS__)
static const struct archive_schema_column parts[] = {ARCHIVE_PARTS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_objects, name), __VA_ARGS__)
static const struct archive_schema_column objects[] = {ARCHIVE_OBJECTS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_waits, name), __VA_ARGS__)
static const struct archive_schema_column waits[] = {ARCHIVE_WAITS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_activities, name), __VA_ARGS__)
static const struct archive_schema_column activities[] = {ARCHIVE_ACTIVITIES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_dependences, name), __VA_ARGS__)
static const struct archive_schema_column dependences[] = {ARCHIVE_DEPENDENCES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_communicators, name), __VA_ARGS__)
static const struct archive_schema_column communicators[] = {ARCHIVE_COMMUNICATORS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_members, name), __VA_ARGS__)
static const struct archive_schema_column members[] = {ARCHIVE_MEMBERS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_messages, name), __VA_ARGS__)
static const struct archive_schema_column messages[] = {ARCHIVE_MESSAGES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_collectives, name), __VA_ARGS__)
static const struct archive_schema_column collectives[] = {ARCHIVE_COLLECTIVES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_loops, name), __VA_ARGS__)
static const struct archive_schema_column loops[] = {ARCHIVE_LOOPS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_natives, name), __VA_ARGS__)
static const struct archive_schema_column natives[] = {ARCHIVE_NATIVES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_stacks, name), __VA_ARGS__)
static const struct archive_schema_column stacks[] = {ARCHIVE_STACKS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_operations, name), __VA_ARGS__)
static const struct archive_schema_column operations[] = {ARCHIVE_OPERATIONS(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_carried, name), __VA_ARGS__)
static const struct archive_schema_column carried[] = {ARCHIVE_CARRIED(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_captures, name), __VA_ARGS__)
static const struct archive_schema_column captures[] = {ARCHIVE_CAPTURES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_moves, name), __VA_ARGS__)
static const struct archive_schema_column moves[] = {ARCHIVE_MOVES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_variables, name), __VA_ARGS__)
static const struct archive_schema_column variables[] = {ARCHIVE_VARIABLES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_finishes, name), __VA_ARGS__)
static const struct archive_schema_column finishes[] = {ARCHIVE_FINISHES(COLUMN)};
#undef COLUMN
#define COLUMN(type, name, ...) COLUMN_AT(type, name, offsetof(struct archive_participants, name), __VA_ARGS__)
static const struct archive_schema_column participants[] = {ARCHIVE_PARTICIPANTS(COLUMN)};
#undef COLUMN

#define COLUMN(type, name, ...) COLUMN_AT(type, name, 0, __VA_ARGS__)
static const struct archive_schema_column samples[] = {ARCHIVE_SAMPLES(COLUMN)};
static const struct archive_schema_column cycles[] = {ARCHIVE_CYCLES(COLUMN)};
static const struct archive_schema_column cycle_shape[] = {ARCHIVE_CYCLE_SHAPE(COLUMN)};
#undef COLUMN

#define TABLE(name) \
    {#name, name, sizeof name / sizeof name[0], offsetof(struct archive, name), false}
#define OPTIONAL(name) \
    {#name, name, sizeof name / sizeof name[0], offsetof(struct archive, name), true}
#define EVENTS(name) \
    {"event_" #name, name, sizeof name / sizeof name[0], offsetof(struct archive, name), true}
const struct archive_schema_table archive_schema_tables[ARCHIVE_TABLES] = {
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
    [SCHEMA_STACKS] = OPTIONAL(stacks),
    [SCHEMA_OPERATIONS] = OPTIONAL(operations),
    [SCHEMA_CARRIED] = OPTIONAL(carried),
    [SCHEMA_CAPTURES] = OPTIONAL(captures),
    [SCHEMA_MOVES] = OPTIONAL(moves),
    [SCHEMA_VARIABLES] = OPTIONAL(variables),
    [SCHEMA_FINISHES] = OPTIONAL(finishes),
    [SCHEMA_PARTICIPANTS] = OPTIONAL(participants),
};

#define OTHER(name) {#name, name, sizeof name / sizeof name[0], 0, true}
const struct archive_schema_table archive_schema_others[SCHEMA_OTHERS] = {
    OTHER(samples), OTHER(cycles), OTHER(cycle_shape),
};
/* clang-format on */

/* Returns the struct of columns; its first member is the number of rows. */
static char *columns_of(struct archive *archive, enum archive_schema_which which)
{
    return (char *)archive + archive_schema_tables[which].place;
}

void archive_schema_init_table(struct archive *archive, enum archive_schema_which which)
{
    const struct archive_schema_table *schema = &archive_schema_tables[which];
    archive_table_init(&archive->tables[which], schema->name);
    for (size_t i = 0; i < schema->column_count; i++)
        archive_table_add_column(&archive->tables[which], schema->columns[i].name,
                                 schema->columns[i].type);
}

void archive_schema_init(struct archive *archive)
{
    for (int i = 0; i < ARCHIVE_TABLES; i++)
        archive_schema_init_table(archive, (enum archive_schema_which)i);
}

void archive_schema_set_rows(struct archive *archive, enum archive_schema_which which, size_t rows)
{
    archive->tables[which].rows = rows;
    memcpy(columns_of(archive, which), &rows, sizeof rows);
}

const struct archive_schema_column *
archive_schema_find_column(const struct archive_schema_table *table, const char *name)
{
    for (size_t i = 0; table && i < table->column_count; i++) {
        if (!strcmp(table->columns[i].name, name))
            return &table->columns[i];
    }
    return NULL;
}

const struct archive_schema_table *archive_schema_find(const char *name)
{
    for (size_t i = 0; i < ARCHIVE_TABLES; i++) {
        if (!strcmp(archive_schema_tables[i].name, name))
            return &archive_schema_tables[i];
    }
    for (size_t i = 0; i < SCHEMA_OTHERS; i++) {
        if (!strcmp(archive_schema_others[i].name, name))
            return &archive_schema_others[i];
    }
    return NULL;
}

bool archive_schema_may_lack(enum archive_schema_which which,
                             const struct archive_table_column *column, size_t rows)
{
    const struct archive_schema_column *known =
        archive_schema_find_column(&archive_schema_tables[which], column->name);
    if (!known || known->type != column->type || !known->missing)
        return false;
    unsigned char byte = known->missing == SCHEMA_ONES ? 0xff : 0;
    const unsigned char *data = column->data;
    size_t bytes = rows * archive_table_type_size(column->type);
    return !bytes || (data[0] == byte && !memcmp(data, data + 1, bytes - 1));
}

/* Adds a column that the archive lacks, with the value that stands for it. */
static void add_missing(struct archive_table *table, const struct archive_schema_column *column)
{
    size_t size = archive_table_type_size(column->type);
    void *data = memory_zeroed(table->rows + 1, size);
    if (column->missing == SCHEMA_ONES)
        memset(data, 0xff, table->rows * size);
    archive_table_add_column(table, column->name, column->type)->data = data;
}

bool archive_schema_bind(struct archive *archive, enum archive_schema_which which,
                         struct error *error)
{
    const struct archive_schema_table *schema = &archive_schema_tables[which];
    struct archive_table *table = &archive->tables[which];
    for (size_t i = 0; i < schema->column_count; i++) {
        if (schema->columns[i].missing && !archive_table_find(table, schema->columns[i].name))
            add_missing(table, &schema->columns[i]);
        const struct archive_table_column *column =
            archive_table_find(table, schema->columns[i].name);
        if (!column || column->type != schema->columns[i].type)
            return error_set(error, "the table %s has no column %s.%s", schema->name,
                             schema->columns[i].name,
                             archive_table_type_name(schema->columns[i].type));
        memcpy(columns_of(archive, which) + schema->columns[i].place, &column->data,
               sizeof column->data);
    }
    archive_schema_set_rows(archive, which, table->rows);
    return true;
}

void archive_schema_add_rows(struct archive *archive, enum archive_schema_which which, size_t count)
{
    archive_table_add_rows(&archive->tables[which], count);
    struct error none;
    /* This cannot fail: archive_schema_init made all columns. */
    archive_schema_bind(archive, which, &none);
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

static bool check_text(const struct archive *archive, enum archive_schema_which which,
                       struct error *error)
{
    const struct archive_schema_table *schema = &archive_schema_tables[which];
    const struct archive_table *table = &archive->tables[which];
    for (size_t i = 0; i < schema->column_count; i++) {
        const struct archive_schema_column *column = &schema->columns[i];
        if (column->text && !check_below(archive_table_find(table, column->name)->data, table->rows,
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

static bool check_stacks(const struct archive *archive, struct error *error)
{
    const struct archive_stacks *all = &archive->stacks;
    if (!check_below(all->lane, all->rows, archive->lanes.rows, "stacks", "lane", error))
        return false;
    for (size_t i = 0; i < all->rows; i++) {
        uint32_t parent = all->parent[i];
        if (parent != ARCHIVE_NONE && (parent >= i || all->lane[parent] != all->lane[i]))
            return error_set(error, "the table stacks is damaged: row %zu", i);
    }
    return true;
}

static bool check_moves(const struct archive *archive, struct error *error)
{
    const struct archive_moves *all = &archive->moves;
    const struct archive_variables *taken = &archive->variables;
    for (size_t i = 0; i < all->rows; i++) {
        bool good = all->node[i] < archive->nodes.rows && all->source[i] < archive->places.rows &&
                    is_row(all->target[i], archive->places.rows) &&
                    is_row(all->activity[i], archive->activities.rows) &&
                    all->object[i] < archive->regions.rows + !archive->regions.rows &&
                    all->first_variable[i] <= taken->rows &&
                    all->variable_count[i] <= taken->rows - all->first_variable[i];
        if (!good)
            return error_set(error, "the table moves is damaged: row %zu", i);
    }
    return check_below(archive->captures.region, archive->captures.rows, archive->regions.rows,
                       "captures", "region", error) &&
           check_below(taken->move, taken->rows, all->rows, "variables", "move", error) &&
           check_below(taken->capture, taken->rows, archive->captures.rows, "variables", "capture",
                       error);
}

static bool check_finishes(const struct archive *archive, struct error *error)
{
    const struct archive_finishes *all = &archive->finishes;
    const struct archive_participants *members_of = &archive->participants;
    size_t known = archive->activities.rows;
    for (size_t i = 0; i < all->rows; i++) {
        bool good = all->node[i] < archive->nodes.rows && all->place[i] < archive->places.rows &&
                    is_row(all->activity[i], known) && is_row(all->last[i], known) &&
                    all->first_participant[i] <= members_of->rows &&
                    all->participant_count[i] <= members_of->rows - all->first_participant[i];
        if (!good)
            return error_set(error, "the table finishes is damaged: row %zu", i);
    }
    return check_below(members_of->finish, members_of->rows, all->rows, "participants", "finish",
                       error) &&
           check_below(members_of->activity, members_of->rows, known, "participants", "activity",
                       error);
}

bool archive_schema_check(const struct archive *archive, struct error *error)
{
    for (int i = 0; i < ARCHIVE_TABLES; i++) {
        if (!check_text(archive, (enum archive_schema_which)i, error))
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
           check_moves(archive, error) && check_finishes(archive, error) &&
           check_below(archive->loops.region, archive->loops.rows, region_rows, "loops", "region",
                       error) &&
           check_below(archive->natives.place, archive->natives.rows, archive->places.rows,
                       "natives", "place", error) &&
           check_below(archive->carried.region, archive->carried.rows, region_rows, "carried",
                       "region", error) &&
           check_below(archive->carried.place, archive->carried.rows, archive->places.rows,
                       "carried", "place", error) &&
           check_stacks(archive, error);
}
