/* trace.c: see trace.h */
#include "trace.h"

#include "archive/events.h"
#include "archive/schema.h"
#include "archive/sealed.h"

#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { START = 1000000, TEXTS = 12 };

static const char *const texts[TEXTS] = {"",      "main", "solve", "MPI_Send", "MPI_Recv", "a.c",
                                         "b.f90", "µs/x", "for",   "solver",   "x y",      "main"};

struct writing {
    const struct trace *trace;
    const char *folder;
    uint64_t random;
    uint32_t *node_lane, *node_parent;
};

uint64_t trace_random(uint64_t *state)
{
    uint64_t x = *state += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

static uint64_t below(struct writing *writing, uint64_t end)
{
    return end ? trace_random(&writing->random) % end : 0;
}

static FILE *open_column(const struct writing *writing, const char *table, const char *file)
{
    char path[512];
    snprintf(path, sizeof path, "%s/tables/%s", writing->folder, table);
    mkdir(path, 0777);
    snprintf(path, sizeof path, "%s/tables/%s/%s", writing->folder, table, file);
    FILE *column = fopen(path, "w");
    if (!column) {
        perror(path);
        exit(1);
    }
    return column;
}

static void put(FILE *file, const void *bytes, size_t size)
{
    if (fwrite(bytes, size, 1, file) != 1) {
        perror("trace");
        exit(1);
    }
}

static void write_strings(const struct writing *writing)
{
    FILE *offset = open_column(writing, "strings", "offset.u64");
    FILE *bytes = open_column(writing, "strings", "bytes.u8");
    uint64_t at = 0;
    for (int i = 0; i < TEXTS; i++) {
        put(offset, &at, sizeof at);
        put(bytes, texts[i], strlen(texts[i]) + 1);
        at += strlen(texts[i]) + 1;
    }
    put(offset, &at, sizeof at);
    fclose(offset);
    fclose(bytes);
}

/* A row of a table of that many rows, or none. */
static uint64_t row_or_none(struct writing *writing, uint64_t rows)
{
    return rows && below(writing, 4) ? below(writing, rows) : ARCHIVE_NONE;
}

static bool is(const char *name, const char *other)
{
    return !strcmp(name, other);
}

static uint64_t node_value(struct writing *writing, const char *name, uint32_t row)
{
    if (is(name, "lane"))
        return writing->node_lane[row];
    if (is(name, "parent"))
        return writing->node_parent[row];
    if (is(name, "region"))
        return writing->node_parent[row] == ARCHIVE_NONE ? 0
                                                         : below(writing, writing->trace->regions);
    if (is(name, "trips_min") || is(name, "trips_max"))
        return is(name, "trips_min") && row % 3 == 0 ? ARCHIVE_UNKNOWN : row % 5;
    return is(name, "timed") ? below(writing, 4) > 0 : below(writing, 1000);
}

static uint64_t region_value(struct writing *writing, const char *name, uint32_t row)
{
    if (is(name, "kind"))
        return row ? 1 + below(writing, 17) : 0;
    if (is(name, "flags"))
        return below(writing, 16);
    if (is(name, "routine"))
        return row && below(writing, 2) ? below(writing, row) : 0;
    return below(writing, 20);
}

static uint64_t place_value(struct writing *writing, const char *name, uint32_t row)
{
    if (is(name, "number"))
        return row + 3;
    if (is(name, "parent"))
        return below(writing, 2) ? 3 + below(writing, writing->trace->places) : ARCHIVE_NONE;
    if (is(name, "rank"))
        return below(writing, 3) ? row : ARCHIVE_NONE;
    if (is(name, "start"))
        return START + row * 10;
    if (is(name, "end"))
        return START + 100000 + below(writing, 1000);
    return is(name, "state") ? below(writing, 5) : below(writing, 2);
}

static uint64_t activity_value(struct writing *writing, const char *name, uint32_t row)
{
    const struct trace *trace = writing->trace;
    if (is(name, "number"))
        return row;
    if (is(name, "parent"))
        return row_or_none(writing, trace->activities);
    if (is(name, "kind"))
        return 1 + below(writing, 3);
    if (is(name, "made_at") || is(name, "body"))
        return below(writing, trace->regions);
    if (is(name, "made_on") || is(name, "first_lane"))
        return row_or_none(writing, trace->lanes);
    if (is(name, "created") || is(name, "start") || is(name, "end"))
        return below(writing, 3) ? START + below(writing, 10000) : ARCHIVE_UNKNOWN;
    return strstr(name, "after") ? 0 : below(writing, 50);
}

static uint64_t lane_value(struct writing *writing, const char *name, uint32_t row)
{
    if (is(name, "activity"))
        return row;
    if (is(name, "parent"))
        return row_or_none(writing, writing->trace->activities);
    if (is(name, "start"))
        return START + row;
    return is(name, "end") ? START + 50000 + below(writing, 1000) : below(writing, 2);
}

/* Of messages, collectives and communicators. */
static uint64_t mpi_value(struct writing *writing, const char *table, const char *name,
                          uint32_t row)
{
    const struct trace *trace = writing->trace;
    if (is(name, "source") || is(name, "target") || is(name, "root"))
        return row_or_none(writing, trace->places);
    if (is(name, "send") || is(name, "receive") || is(name, "finish") || is(name, "post") ||
        is(name, "begin") || (is(name, "end") && is(table, "collectives")))
        return row_or_none(writing, trace->nodes);
    if (is(name, "instance"))
        return row / 2;
    if (is(name, "kind"))
        return is(table, "communicators") ? 1 + below(writing, 3) : below(writing, 7);
    if (is(name, "first_member"))
        return ARCHIVE_UNKNOWN;
    if (is(name, "tag"))
        return (uint32_t)-1 + below(writing, 4);
    if (strstr(name, "_start") || strstr(name, "_end") || is(name, "made") || is(name, "freed"))
        return below(writing, 3) ? START + below(writing, 10000) : 0;
    return below(writing, 30);
}

static uint64_t value_of(struct writing *writing, const char *table, const struct schema_column *of,
                         uint32_t row, uint32_t rows)
{
    const struct trace *trace = writing->trace;
    if (of->text)
        return below(writing, TEXTS);
    if (is(of->name, "place"))
        return is(table, "communicators") ? (uint64_t)row * trace->places / rows
                                          : below(writing, trace->places);
    if (is(of->name, "communicator"))
        return below(writing, trace->communicators);
    if (is(table, "nodes"))
        return node_value(writing, of->name, row);
    if (is(table, "regions"))
        return region_value(writing, of->name, row);
    if (is(table, "places"))
        return place_value(writing, of->name, row);
    if (is(table, "lanes"))
        return lane_value(writing, of->name, row);
    return is(table, "activities") ? activity_value(writing, of->name, row)
                                   : mpi_value(writing, table, of->name, row);
}

static void write_table(struct writing *writing, enum schema_which which, uint32_t rows)
{
    const struct schema_table *schema = &schema_tables[which];
    for (size_t i = 0; rows && i < schema->column_count; i++) {
        char name[64];
        const struct schema_column *column = &schema->columns[i];
        snprintf(name, sizeof name, "%s.%s", column->name, table_type_name(column->type));
        FILE *file = open_column(writing, schema->name, name);
        for (uint32_t row = 0; row < rows; row++) {
            uint64_t value = value_of(writing, schema->name, column, row, rows);
            put(file, &value, table_type_size(column->type)); /* little-endian */
        }
        fclose(file);
    }
}

static void plan_nodes(struct writing *writing)
{
    const struct trace *trace = writing->trace;
    uint32_t root = 0;
    writing->node_lane = calloc(trace->nodes, sizeof(uint32_t));
    writing->node_parent = calloc(trace->nodes, sizeof(uint32_t));
    for (uint32_t i = 0; i < trace->nodes; i++) {
        writing->node_lane[i] = (uint32_t)((uint64_t)i * trace->lanes / trace->nodes);
        bool first = !i || writing->node_lane[i] != writing->node_lane[i - 1];
        root = first ? i : root;
        writing->node_parent[i] = first ? ARCHIVE_NONE : root + (uint32_t)below(writing, i - root);
    }
}

struct event_files {
    FILE *start, *duration, *node, *row, *what, *value;
    FILE *lane, *first, *base, *end, *values;
    uint64_t rows, value_rows;
};

static void put_value(struct event_files *files, uint16_t row, uint8_t what, uint64_t value)
{
    uint32_t half = (uint32_t)value;
    put(files->row, &row, sizeof row);
    put(files->what, &what, sizeof what);
    put(files->value, &half, sizeof half);
    files->value_rows++;
    if (value >> 32)
        put_value(files, row, what | EVENT_UPPER, value >> 32);
}

static void put_values(struct writing *writing, struct event_files *files, uint16_t row)
{
    const struct trace *trace = writing->trace;
    uint64_t chance = below(writing, 256);
    if (writing->trace->plain && chance)
        return;
    if (chance & 1)
        put_value(files, row, EVENT_FLAGS, below(writing, 8));
    if (chance & 2)
        put_value(files, row, EVENT_TRIPS, below(writing, 10));
    if (chance & 4)
        put_value(files, row, EVENT_BYTES, below(writing, 2) ? below(writing, 2000) : 1ull << 33);
    if (chance & 8)
        put_value(files, row, EVENT_FILE, below(writing, trace->regions));
    if (chance & 16)
        put_value(files, row, EVENT_ACTIVITY, below(writing, trace->activities + 1));
    if (chance & 32)
        put_value(files, row, EVENT_HOLDER, below(writing, trace->activities + 1));
    if (chance & 64)
        put_value(files, row, EVENT_HELD, below(writing, 100));
}

static void write_block(struct writing *writing, struct event_files *files, uint32_t lane,
                        uint64_t *now, uint32_t rows)
{
    const struct trace *trace = writing->trace;
    uint64_t base = *now, last = base;
    uint32_t first_node = 0, nodes = 0;
    for (uint32_t i = 0; i < trace->nodes; i++) {
        first_node = !nodes && writing->node_lane[i] == lane ? i : first_node;
        nodes += writing->node_lane[i] == lane;
    }
    put(files->lane, &lane, sizeof lane);
    put(files->first, &files->rows, sizeof files->rows);
    put(files->base, &base, sizeof base);
    put(files->values, &files->value_rows, sizeof files->value_rows);
    for (uint32_t i = 0; i < rows; i++, files->rows++) {
        uint64_t length = below(writing, 1000);
        if (!trace->plain && !below(writing, 50))
            length = UINT32_MAX - 1 + below(writing, 1ull << (1 + below(writing, 40)));
        uint32_t start = (uint32_t)(*now - base);
        uint32_t duration = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
        uint16_t node = (uint16_t)(first_node + below(writing, nodes));
        put(files->start, &start, sizeof start);
        put(files->duration, &duration, sizeof duration);
        put(files->node, &node, sizeof node);
        if (length >= UINT32_MAX)
            put_value(files, (uint16_t)i, EVENT_LENGTH, length);
        put_values(writing, files, (uint16_t)i);
        last = *now + length > last ? *now + length : last;
        *now += below(writing, 100);
    }
    put(files->end, &last, sizeof last);
}

static void write_events(struct writing *writing)
{
    const struct trace *trace = writing->trace;
    struct event_files files = {
        .start = open_column(writing, "events", "start.u32"),
        .duration = open_column(writing, "events", "duration.u32"),
        .node = open_column(writing, "events", "node.u16"),
        .row = open_column(writing, "event_values", "row.u16"),
        .what = open_column(writing, "event_values", "what.u8"),
        .value = open_column(writing, "event_values", "value.u32"),
        .lane = open_column(writing, "event_blocks", "lane.u32"),
        .first = open_column(writing, "event_blocks", "first.u64"),
        .base = open_column(writing, "event_blocks", "base.u64"),
        .end = open_column(writing, "event_blocks", "end.u64"),
        .values = open_column(writing, "event_blocks", "values.u64"),
    };
    for (uint32_t lane = 0; lane < trace->lanes; lane++) {
        uint64_t end = trace->events * (lane + 1) / trace->lanes, now = START + lane;
        while (files.rows < end) {
            uint64_t rows = trace->plain ? trace->block : 1 + below(writing, trace->block);
            rows = rows < end - files.rows ? rows : end - files.rows;
            write_block(writing, &files, lane, &now, (uint32_t)rows);
        }
    }
    FILE *const all[] = {files.start, files.duration, files.node,  files.row,
                         files.what,  files.value,    files.lane,  files.first,
                         files.base,  files.end,      files.values};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        fclose(all[i]);
}

void trace_write(const struct trace *trace, const char *folder)
{
    struct writing writing = {.trace = trace, .folder = folder, .random = trace->seed};
    char path[512];
    uint32_t version = SEALED_VERSION;
    mkdir(folder, 0777);
    snprintf(path, sizeof path, "%s/tables", folder);
    mkdir(path, 0777);
    FILE *file = open_column(&writing, "archive", "version.u32");
    put(file, &version, sizeof version);
    fclose(file);
    plan_nodes(&writing);
    write_strings(&writing);
    write_table(&writing, SCHEMA_REGIONS, trace->regions);
    write_table(&writing, SCHEMA_PLACES, trace->places);
    write_table(&writing, SCHEMA_LANES, trace->lanes);
    write_table(&writing, SCHEMA_NODES, trace->nodes);
    write_table(&writing, SCHEMA_ACTIVITIES, trace->activities);
    write_table(&writing, SCHEMA_COMMUNICATORS, trace->communicators);
    write_table(&writing, SCHEMA_MESSAGES, trace->messages);
    write_table(&writing, SCHEMA_COLLECTIVES, trace->collectives);
    write_events(&writing);
    free(writing.node_lane);
    free(writing.node_parent);
}
