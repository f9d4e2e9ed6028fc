/* test_blocks.c: acts of any kind come back from encoded blocks as they were; blocks are found by
 * lane and time; what is damaged is left out. */
#include "unit.h"

#include "archive/events/column_codec.h"
#include "archive/events/events.h"
#include "archive/table/atomic_file.h"
#include "archive/table/schema.h"
#include "archive/table/sealed.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

enum { LANES = 4, NODES = 2400, MOST_VALUES = 4 };

struct act {
    uint32_t lane, node;
    uint64_t start, end;
    uint32_t value_count;
    struct {
        uint32_t what;
        uint64_t value;
    } values[MOST_VALUES];
};

struct made {
    char folder[64];
    struct archive *archive;
    struct act *acts;
    size_t count, room;
    uint64_t random;
};

static uint64_t below(struct made *made, uint64_t end)
{
    uint64_t x = made->random += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return (x ^ x >> 31) % end;
}

static struct made *begin(uint64_t seed)
{
    struct made *made = calloc(1, sizeof *made);
    made->random = seed;
    snprintf(made->folder, sizeof made->folder, "/tmp/triptych-blocks-XXXXXX");
    assert_non_null(mkdtemp(made->folder));
    struct archive *archive = made->archive = calloc(1, sizeof *archive);
    archive_schema_init(archive);
    archive_schema_add_rows(archive, SCHEMA_LANES, LANES);
    archive_schema_add_rows(archive, SCHEMA_NODES, NODES);
    for (uint32_t i = 0; i < NODES; i++)
        archive->nodes.lane[i] = i * LANES / NODES;
    return made;
}

static void end(struct made *made)
{
    struct error error;
    archive_close(made->archive);
    assert_true(archive_file_remove(made->folder, &error));
    free(made->acts);
    free(made);
}

static struct act *add(struct made *made, uint32_t lane, uint32_t node, uint64_t start,
                       uint64_t length)
{
    if (made->count == made->room)
        made->acts = realloc(made->acts, (made->room = made->room * 2 + 64) * sizeof *made->acts);
    struct act *act = &made->acts[made->count++];
    *act = (struct act){
        .lane = lane, .node = lane * (NODES / LANES) + node, .start = start, .end = start + length};
    return act;
}

/* A number of any width. */
static uint64_t any(struct made *made)
{
    return below(made, UINT64_MAX) >> (1 + below(made, 63));
}

static void add_values(struct made *made, struct act *act)
{
    static const uint32_t kinds[] = {EVENT_FLAGS, EVENT_BYTES, EVENT_AFTER, EVENT_AFTER, EVENT_TAG};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (act->value_count == MOST_VALUES || below(made, 4))
            continue;
        act->values[act->value_count].what = kinds[i];
        act->values[act->value_count++].value = any(made);
    }
}

/* Stretches of acts, each of its own kind: narrow and wide, few nodes and many, with odd ones. */
static void add_stretch(struct made *made, uint32_t lane, uint64_t *now)
{
    uint64_t gap = UINT64_C(1) << below(made, 34), length = UINT64_C(1) << below(made, 40);
    uint64_t nodes = 1 + below(made, UINT64_C(1) << below(made, 10)),
             first = below(made, NODES / LANES);
    uint64_t odd = below(made, 3) ? 1 + below(made, 500) : 0, values = below(made, 3);
    size_t count = 1 + below(made, 6000);
    for (size_t i = 0; i < count; i++) {
        bool is_odd = odd && !below(made, odd);
        uint32_t node = (uint32_t)((first + (below(made, 2) ? i : below(made, nodes)) % nodes) %
                                   (NODES / LANES));
        struct act *act =
            add(made, lane, node, *now, is_odd ? any(made) >> 8 : below(made, length));
        if (values == 1 || (values && is_odd))
            add_values(made, act);
        *now += is_odd ? below(made, UINT64_C(1) << 33) : below(made, gap);
    }
}

/* Writes all acts, and reads what there is then. */
static void write_all(struct made *made)
{
    struct error error = {0};
    char tables[80];
    struct archive_folder folder = {.root = made->folder};
    snprintf(tables, sizeof tables, "%s/tables", made->folder);
    assert_int_equal(mkdir(tables, 0777), 0);
    struct event_writer *writer = archive_event_writer_open(made->archive, tables, &error);
    assert_non_null(writer);
    for (size_t i = 0; i < made->count; i++) {
        const struct act *act = &made->acts[i];
        archive_event_writer_act(writer, act->lane, act->start, act->end, act->node);
        for (uint32_t k = 0; k < act->value_count; k++)
            archive_event_writer_value(writer, (enum archive_event_value)act->values[k].what,
                                       act->values[k].value);
    }
    assert_int_equal(archive_event_writer_rows(writer), made->count);
    assert_true(archive_event_writer_close(writer, &error));
    made->archive->events = archive_events_new(&folder);
    assert_true(archive_sealed_read_events(&folder, made->archive, &error));
    assert_true(archive_events_check(made->archive, &error));
    assert_int_equal(archive_event_blocks_rows(made->archive), made->count);
}

static struct made *make_random(uint64_t seed)
{
    struct made *made = begin(seed);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint64_t now = 1000 + below(made, 1000), stretches = below(made, 5);
        for (uint64_t i = 0; i < stretches; i++)
            add_stretch(made, lane, &now);
    }
    add(made, LANES - 1, 0, UINT64_C(1) << 60, 0);
    write_all(made);
    return made;
}

/* The values of a row, in the order of kinds. */
static void check_values(const struct act *act, const struct archive_event_block *block,
                         uint32_t row)
{
    uint32_t found = 0;
    for (uint32_t what = 1; what < EVENT_VALUES; what++) {
        const struct archive_event_values *values = &block->values[what];
        for (uint32_t i = 0; i < values->count; i++)
            found += values->row[i] == row;
        uint32_t at = 0;
        for (uint32_t k = 0; k < act->value_count; k++) {
            if (act->values[k].what != what)
                continue;
            while (at < values->count && values->row[at] < row)
                at++;
            assert_true(at < values->count && values->row[at] == row);
            assert_int_equal(values->value[at++], act->values[k].value);
        }
    }
    assert_int_equal(found, act->value_count);
}

static void check_zones(const struct archive *archive, const struct archive_event_block *block,
                        uint32_t row)
{
    const struct archive_blocks *blocks = &archive->blocks;
    size_t i = block->number;
    uint64_t start = block->base + block->start[row],
             length = archive_event_block_duration(block, row);
    assert_true(start >= blocks->base[i] && start <= blocks->last[i]);
    assert_true(start + length >= blocks->early[i] && start + length <= blocks->end[i]);
    assert_true(length >= blocks->duration_min[i] && length <= blocks->duration_max[i]);
}

/* Which ways of writing numbers occur: a bit for each width, and others. */
static uint32_t ways_of(const struct archive *archive)
{
    uint32_t ways = 0;
    for (size_t i = 0; i < archive->parts.rows; i++) {
        ways |= 1u << (archive->parts.as[i] & EVENT_PART_WIDTH);
        ways |= archive->parts.as[i] & EVENT_PART_LZ4 ? 1u << 16 : 0;
        ways |= archive->parts.patches[i] ? 1u << 17 : 0;
    }
    return ways;
}

static void acts_come_back(void **state)
{
    (void)state;
    uint32_t ways = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct made *made = make_random(seed);
        struct event_reader *reader = archive_event_reader_new(made->archive);
        const struct archive_event_block *block = NULL;
        for (size_t i = 0; i < made->count; i++) {
            const struct act *act = &made->acts[i];
            size_t number = archive_event_blocks_find(made->archive, i);
            block = archive_event_reader_get(reader, number, EVENT_WANT_ALL);
            assert_non_null(block);
            uint32_t row = (uint32_t)(i - block->first);
            assert_true(i >= block->first && row < block->count);
            assert_int_equal(block->lane, act->lane);
            assert_int_equal(block->base + block->start[row], act->start);
            assert_int_equal(archive_event_block_duration(block, row), act->end - act->start);
            assert_int_equal(archive_event_block_node(block, row), act->node);
            if (i % 16 == 0) {
                check_values(act, block, row);
                check_zones(made->archive, block, row);
            }
        }
        assert_int_equal(archive_acts_damage(made->archive), 0);
        ways |= ways_of(made->archive);
        archive_event_reader_free(reader);
        end(made);
    }
    assert_int_equal(ways, 1u << 0 | 1u << 1 | 1u << 2 | 1u << 4 | 1u << 8 | 1u << 16 | 1u << 17);
}

/* Only what is wanted is there; more of the same block can be had, and moves nothing. */
static void columns_are_decoded_when_wanted(void **state)
{
    (void)state;
    struct made *made = make_random(3);
    struct event_reader *reader = archive_event_reader_new(made->archive);
    const struct archive_event_block *block =
        archive_event_reader_get(reader, 0, EVENT_WANT_DURATION);
    assert_true(block->duration && !block->start && !block->nodes && !block->codes);
    const void *before = block->duration;
    uint64_t duration = archive_event_block_duration(block, 0);
    assert_ptr_equal(archive_event_reader_get(reader, 0, EVENT_WANT_START), block);
    assert_true(block->start && block->duration == before && !block->nodes);
    assert_int_equal(archive_event_block_duration(block, 0), duration);
    archive_event_reader_get(reader, 0, EVENT_WANT_DICTIONARY);
    assert_true(block->nodes && !block->codes && !block->wide_codes);
    archive_event_reader_free(reader);
    end(made);
}

/* Some long acts are around many others. */
static void blocks_are_found_by_time(void **state)
{
    (void)state;
    struct made *made = begin(7);
    for (uint32_t lane = 0; lane < LANES; lane++) {
        uint64_t now = 5000 * lane;
        add(made, lane, 0, now, 300000000);
        for (size_t i = 0; i < 300 * EVENT_BLOCK; i++) {
            add(made, lane, 1, now,
                !below(made, 100000) ? below(made, 100000000) : below(made, 50));
            now += below(made, 200);
        }
    }
    write_all(made);
    const struct archive_blocks *blocks = &made->archive->blocks;
    for (int i = 0; i < 2000; i++) {
        uint64_t from = below(made, 400000000), to = from + below(made, 1u << below(made, 28));
        size_t first, last, brute;
        archive_event_blocks_of_lane(made->archive, (uint32_t)below(made, LANES + 1), &first,
                                     &last);
        for (size_t at = first; at < last; at = brute + 1) {
            brute = at;
            while (brute < last && (blocks->end[brute] < from || blocks->base[brute] >= to))
                brute++;
            assert_int_equal(archive_event_blocks_touching(made->archive, at, last, from, to),
                             brute);
            if (below(made, 2))
                break;
        }
    }
    end(made);
}

/* The last act of a block is as long as nothing, and the time wanted begins with it. */
static void acts_of_no_length_are_found(void **state)
{
    (void)state;
    struct made *made = begin(9);
    for (uint64_t i = 0; i < 200 * EVENT_BLOCK; i++)
        add(made, 0, 1, 1000 + 10 * i, i % 3 && (i + 1) % EVENT_BLOCK ? 5 : 0);
    write_all(made);
    for (size_t i = EVENT_BLOCK - 1; i < made->count; i += EVENT_BLOCK) {
        uint64_t from = made->acts[i].start, to = from + below(made, 100) + 1;
        size_t first = 0, block;
        while (!archive_event_touches(made->acts[first].start, made->acts[first].end, from, to))
            first++;
        block =
            archive_event_blocks_touching(made->archive, 0, made->archive->blocks.rows, from, to);
        assert_int_equal(block, archive_event_blocks_find(made->archive, first));
    }
    end(made);
}

static void disorder_is_told(void **state)
{
    (void)state;
    struct made *made = begin(1);
    struct error error = {0};
    struct event_writer *writer = archive_event_writer_open(made->archive, made->folder, &error);
    archive_event_writer_act(writer, 0, 100, 200, 0);
    archive_event_writer_act(writer, 0, 99, 200, 0);
    assert_false(archive_event_writer_close(writer, &error));
    assert_non_null(strstr(error.text, "not in order"));
    end(made);
}

/* Why the first write failed is told, whatever happened then. */
static void the_first_failure_is_told(void **state)
{
    (void)state;
    struct made *made = begin(4);
    struct error error = {0};
    struct rlimit before, little = {4096, RLIM_INFINITY};
    struct event_writer *writer = archive_event_writer_open(made->archive, made->folder, &error);
    assert_non_null(writer);
    getrlimit(RLIMIT_FSIZE, &before);
    little.rlim_max = before.rlim_max;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &little), 0);
    for (uint64_t now = 0; now < UINT64_C(100) * EVENT_BLOCK; now++)
        archive_event_writer_act(writer, 0, now * 1000 + below(made, 1000),
                                 now * 1000 + 5000 + any(made) % 1000, 0);
    setrlimit(RLIMIT_FSIZE, &before);
    signal(SIGXFSZ, handler);
    errno = ENOENT;
    assert_false(archive_event_writer_close(writer, &error));
    assert_non_null(strstr(error.text, strerror(EFBIG)));
    end(made);
}

/* What the reader gives can be used, whatever the files say. */
static void use(const struct archive_event_block *block)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        assert_true(!i || block->start[i] >= block->start[i - 1]);
        sum += archive_event_block_duration(block, i) + archive_event_block_node(block, i);
    }
    for (uint32_t what = 0; what < EVENT_VALUES; what++) {
        for (uint32_t i = 0; i < block->values[what].count; i++) {
            assert_true(block->values[what].row[i] < block->count);
            sum += block->values[what].value[i];
        }
    }
    __asm__ volatile("" : : "r"(sum));
}

/* The files become arrays that can be written to. */
static void copy_columns(struct archive *archive)
{
    struct archive_table *table = &archive->event_table;
    for (size_t i = 0; i < table->column_count; i++) {
        struct archive_table_column *column = &table->columns[i];
        size_t size = column->rows * archive_table_type_size(column->type);
        void *copy = malloc(size + 1);
        memcpy(copy, column->data, size);
        struct archive_table one = {.column_count = 1, .columns = malloc(sizeof *column)};
        *one.columns = *column;
        archive_table_free(&one);
        column->data = copy;
        column->mapped = 0;
    }
}

static void spoil(struct made *made)
{
    struct archive *archive = made->archive;
    struct archive_table *const tables[] = {&archive->event_table, &archive->tables[SCHEMA_PARTS],
                                            &archive->tables[SCHEMA_BLOCKS]};
    struct archive_table *table = tables[below(made, 3)];
    const struct archive_table_column *column = &table->columns[below(made, table->column_count)];
    if (table != &archive->event_table &&
        (!strcmp(column->name, "lane") || !strcmp(column->name, "first") ||
         !strcmp(column->name, "events")))
        return; /* they are checked when an archive is opened */
    size_t rows = table == &archive->event_table ? column->rows : table->rows;
    size_t size = rows * archive_table_type_size(column->type);
    for (int i = 0; size && i < 4; i++)
        ((uint8_t *)column->data)[below(made, size)] = (uint8_t)below(made, 256);
    for (size_t i = 0; i < archive->blocks.rows; i++)
        archive->events->bad[i] &= 1; /* what was found good may not be so any more */
}

static void damage_is_left_out(void **state)
{
    (void)state;
    uint64_t bad = 0, good = 0;
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct made *made = make_random(seed);
        copy_columns(made->archive);
        for (int round = 0; round < 200; round++) {
            spoil(made);
            struct event_reader *reader = archive_event_reader_new(made->archive);
            size_t number = below(made, made->archive->blocks.rows);
            for (size_t i = 0; i < 4; i++) {
                size_t at = (number + i) % made->archive->blocks.rows;
                const struct archive_event_block *block =
                    archive_event_reader_get(reader, at, EVENT_WANT_ALL);
                bad += !block;
                good += block != NULL;
                if (block)
                    use(block);
            }
            archive_event_reader_free(reader);
        }
        uint64_t damaged = 0;
        for (size_t i = 0; i < made->archive->blocks.rows; i++)
            damaged += made->archive->events->bad[i] & 1 ? made->archive->blocks.events[i] : 0;
        assert_int_equal(archive_acts_damage(made->archive), damaged);
        end(made);
    }
    assert_true(bad > 100 && good > 100);
}

/* A dictionary that was good for one lane is not so for another. */
static void nodes_of_other_lanes_are_damage(void **state)
{
    (void)state;
    struct made *made = begin(2);
    add(made, 0, 5, 100, 10);
    add(made, 0, 6, 120, 10);
    add(made, 1, 5, 100, 10);
    add(made, 1, 6, 120, 10);
    write_all(made);
    struct archive *archive = made->archive;
    assert_int_equal(archive->blocks.rows, 2);
    archive->blocks.dictionary[1] = archive->blocks.dictionary[0];
    archive->blocks.nodes[1] = archive->blocks.nodes[0];
    struct event_reader *reader = archive_event_reader_new(archive);
    assert_non_null(archive_event_reader_get(reader, 0, EVENT_WANT_ALL));
    assert_null(archive_event_reader_get(reader, 1, EVENT_WANT_ALL));
    assert_int_equal(archive_acts_damage(archive), 2);
    archive_event_reader_free(reader);
    end(made);
}

static void damaged_tables_are_told(void **state)
{
    (void)state;
    struct made *made = make_random(5);
    struct archive *archive = made->archive;
    struct error error = {0};
    archive->blocks.first[1]++;
    assert_false(archive_events_check(archive, &error));
    assert_non_null(strstr(error.text, "event_blocks is damaged: row 1"));
    archive->blocks.first[1]--;
    archive->blocks.events[0] = EVENT_BLOCK + 1;
    assert_false(archive_events_check(archive, &error));
    assert_non_null(strstr(error.text, "row 0"));
    archive_schema_set_rows(archive, SCHEMA_PARTS, archive->parts.rows - 1);
    assert_false(archive_events_check(archive, &error));
    assert_non_null(strstr(error.text, "event_parts is damaged"));
    end(made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(acts_come_back),
        cmocka_unit_test(columns_are_decoded_when_wanted),
        cmocka_unit_test(blocks_are_found_by_time),
        cmocka_unit_test(acts_of_no_length_are_found),
        cmocka_unit_test(disorder_is_told),
        cmocka_unit_test(the_first_failure_is_told),
        cmocka_unit_test(damage_is_left_out),
        cmocka_unit_test(nodes_of_other_lanes_are_damage),
        cmocka_unit_test(damaged_tables_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
