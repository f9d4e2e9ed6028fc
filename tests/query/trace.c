/* trace.c: see trace.h */
#include "trace.h"

#include "archive/events/events.h"
#include "archive/table/column_file.h"
#include "archive/table/schema.h"
#include "archive/table/sealed.h"

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

static uint64_t value_of(struct writing *writing, const char *table,
                         const struct archive_schema_column *of, uint32_t row, uint32_t rows)
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

/* Random numbers of their own for each column: one more does not change the others. */
static uint64_t seed_of(const char *table, const char *column)
{
    uint64_t seed = 0;
    for (const char *at = table; *at; at++)
        seed = seed * 31 + (unsigned char)*at;
    for (const char *at = column; *at; at++)
        seed = seed * 31 + (unsigned char)*at;
    return seed;
}

static void write_table(struct writing *writing, enum archive_schema_which which, uint32_t rows)
{
    const struct archive_schema_table *schema = &archive_schema_tables[which];
    uint64_t random = writing->random;
    for (size_t i = 0; rows && i < schema->column_count; i++) {
        char name[64];
        const struct archive_schema_column *column = &schema->columns[i];
        snprintf(name, sizeof name, "%s.%s", column->name, archive_table_type_name(column->type));
        FILE *file = open_column(writing, schema->name, name);
        writing->random = random ^ seed_of(schema->name, column->name);
        for (uint32_t row = 0; row < rows; row++) {
            uint64_t value = value_of(writing, schema->name, column, row, rows);
            put(file, &value, archive_table_type_size(column->type)); /* little-endian */
        }
        fclose(file);
    }
    writing->random = random;
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
        writing->node_parent[i] = first         ? ARCHIVE_NONE
                                  : trace->deep ? i - 1
                                                : root + (uint32_t)below(writing, i - root);
    }
}

static void put_values(struct writing *writing, struct event_writer *to)
{
    const struct trace *trace = writing->trace;
    uint64_t chance = below(writing, 256);
    if (writing->trace->plain && chance)
        return;
    if (chance & 1)
        archive_event_writer_value(to, EVENT_FLAGS, below(writing, 8));
    if (chance & 2)
        archive_event_writer_value(to, EVENT_TRIPS, below(writing, 10));
    if (chance & 4)
        archive_event_writer_value(to, EVENT_BYTES,
                                   below(writing, 2) ? below(writing, 2000) : 1ull << 33);
    if (chance & 8)
        archive_event_writer_value(to, EVENT_FILE, below(writing, trace->regions));
    if (chance & 16)
        archive_event_writer_value(to, EVENT_ACTIVITY, below(writing, trace->activities + 1));
    if (chance & 32)
        archive_event_writer_value(to, EVENT_HOLDER, below(writing, trace->activities + 1));
    if (chance & 64)
        archive_event_writer_value(to, EVENT_HELD, below(writing, 100));
    if (!(chance & 128))
        return;
    if (chance & 1)
        archive_event_writer_value(
            to, EVENT_SOURCE, below(writing, 3) ? below(writing, trace->places) : ARCHIVE_NONE);
    if (chance & 2)
        archive_event_writer_value(
            to, EVENT_TARGET, below(writing, 3) ? below(writing, trace->places) : ARCHIVE_NONE);
    if (chance & 4)
        archive_event_writer_value(to, EVENT_TAG, (uint32_t)(below(writing, 100) - 20));
    if (chance & 8)
        archive_event_writer_value(to, EVENT_COMMUNICATOR,
                                   below(writing, trace->communicators + 1));
}

static void write_block(struct writing *writing, struct event_writer *to, uint32_t lane,
                        uint64_t *now, uint32_t rows)
{
    const struct trace *trace = writing->trace;
    uint32_t first_node = 0, nodes = 0;
    for (uint32_t i = 0; i < trace->nodes; i++) {
        first_node = !nodes && writing->node_lane[i] == lane ? i : first_node;
        nodes += writing->node_lane[i] == lane;
    }
    archive_event_writer_cut(to);
    for (uint32_t i = 0; i < rows; i++) {
        uint64_t length = below(writing, 1000);
        if (!trace->plain && !below(writing, 50))
            length = UINT32_MAX - 1 + below(writing, 1ull << (1 + below(writing, 40)));
        uint32_t node = (uint32_t)(first_node + below(writing, nodes));
        archive_event_writer_act(to, lane, *now, *now + length, node);
        put_values(writing, to);
        *now += below(writing, 100);
    }
}

/* A table that the writer of events has filled. */
static void write_filled(const struct writing *writing, const struct archive_table *table)
{
    char path[512];
    struct error error;
    snprintf(path, sizeof path, "%s/tables", writing->folder);
    struct table_file *file = table->rows ? archive_table_file_open(table, path, &error) : NULL;
    if (file)
        archive_table_file_add(file, table, table->rows);
    if (table->rows && (!file || !archive_table_file_close(file, &error))) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
}

static void write_events(struct writing *writing)
{
    const struct trace *trace = writing->trace;
    struct archive *archive = calloc(1, sizeof *archive);
    struct error error;
    char path[512];
    snprintf(path, sizeof path, "%s/tables", writing->folder);
    archive_schema_init(archive);
    struct event_writer *to = archive_event_writer_open(archive, path, &error);
    for (uint32_t lane = 0; to && lane < trace->lanes; lane++) {
        uint64_t end = trace->events * (lane + 1) / trace->lanes, now = START + lane;
        while (archive_event_writer_rows(to) < end) {
            uint64_t rows = trace->plain ? trace->block : 1 + below(writing, trace->block);
            uint64_t left = end - archive_event_writer_rows(to);
            write_block(writing, to, lane, &now, (uint32_t)(rows < left ? rows : left));
        }
    }
    if (!to || !archive_event_writer_close(to, &error)) {
        fprintf(stderr, "%s\n", error.text);
        exit(1);
    }
    write_filled(writing, &archive->tables[SCHEMA_BLOCKS]);
    write_filled(writing, &archive->tables[SCHEMA_PARTS]);
    for (int i = 0; i < ARCHIVE_TABLES; i++)
        archive_table_free(&archive->tables[i]);
    free(archive);
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
