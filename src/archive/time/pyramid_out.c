/* pyramid_out.c: see pyramid_out.h */
#include "archive/time/pyramid_out.h"

#include "archive/events/events.h"
#include "archive/events/innermost.h"
#include "archive/table/atomic_file.h"
#include "archive/time/cycle_spread.h"
#include "archive/time/pyramid_levels.h"
#include "util/memory.h"
#include "util/number.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* columns that are written as their values come */
enum { TILES, ITEMS, MANY_ITEM, MANY_BEGUN, ROW, TIME, OPEN, BEGUN, END, AROUND, NODE, SUMS };
enum { COLUMNS = SUMS + CYCLES_STORED };

struct pyramid_out {
    const struct archive *archive;
    char *folder;
    FILE *columns[COLUMNS];
    int failed; /* errno of the first failure, or 0 */
    uint64_t zero;
    unsigned top;
    bool wide; /* a lane has more nodes than fit into narrow items */
    struct archive_pyramid_nodes nodes;
    struct pyramid_levels *levels;
    struct archive_innermost innermost;
    uint64_t *root, *first_mark; /* by lane */
    uint64_t rows, lane_rows;    /* acts so far; those of the current lane */
    uint64_t tiles, items, marks, opened;
    uint32_t lane;
    uint64_t now, sums[CYCLES_STORED]; /* time and sums by class that were given to `levels` */
};

static void put(struct pyramid_out *writer, int to, const void *bytes, size_t size)
{
    archive_file_put(writer->columns[to], bytes, size, &writer->failed);
}

static void put_u64(struct pyramid_out *writer, int to, uint64_t number)
{
    put(writer, to, &number, sizeof number);
}

static void put_u32(struct pyramid_out *writer, int to, uint32_t number)
{
    put(writer, to, &number, sizeof number);
}

static void put_item(struct pyramid_out *writer, const struct archive_pyramid_item *item)
{
    uint16_t numbers[PYRAMID_WIDE];
    unsigned width = writer->wide ? PYRAMID_WIDE : PYRAMID_NARROW;
    bool many = archive_pyramid_pack(item, width, numbers);
    put(writer, ITEMS, numbers, width * sizeof numbers[0]);
    if (many) {
        put_u64(writer, MANY_ITEM, writer->items);
        put_u32(writer, MANY_BEGUN, item->begun);
    }
    writer->items++;
}

static uint64_t put_tile(void *to, const struct archive_pyramid_tile *tile,
                         const struct archive_pyramid_item *items, size_t count)
{
    struct pyramid_out *writer = to;
    struct archive_pyramid_tile row = *tile;
    row.item = writer->items;
    for (size_t i = 0; i < count; i++)
        put_item(writer, &items[i]);
    put(writer, TILES, &row, sizeof row);
    return writer->tiles++;
}

static void take_stretches(void *to, const struct archive_innermost_stretch *stretches,
                           size_t count)
{
    struct pyramid_out *writer = to;
    const uint8_t *classes = writer->nodes.classes + writer->nodes.first[writer->lane];
    for (size_t i = 0; i < count; i++) {
        uint32_t node = writer->nodes.number[stretches[i].node];
        writer->sums[classes[node]] += stretches[i].end - writer->now;
        archive_pyramid_levels_add(writer->levels, writer->now, stretches[i].end, node,
                                   stretches[i].begun);
        writer->now = stretches[i].end;
    }
}

/* Gives each visit that is open at a mark a row, after those around it. Returns the row of the
 * innermost one. */
static uint64_t save_open(struct pyramid_out *writer)
{
    struct archive_visit *stack = writer->innermost.stack.all; /* `value`: row plus 1; 0: none */
    size_t depth = writer->innermost.stack.depth, first = depth;
    while (first > 1 && !stack[first - 1].value)
        first--;
    for (size_t i = first; i < depth; i++) {
        put_u64(writer, END, stack[i].end);
        put_u64(writer, AROUND, i > 1 ? stack[i - 1].value - 1 : ARCHIVE_UNKNOWN);
        put_u32(writer, NODE, stack[i].node);
        stack[i].value = ++writer->opened;
    }
    return depth > 1 ? stack[depth - 1].value - 1 : ARCHIVE_UNKNOWN;
}

/* Writes a mark: from here on acts can be read without those before. */
static void put_mark(struct pyramid_out *writer)
{
    archive_innermost_flush(&writer->innermost);
    put_u64(writer, ROW, writer->rows);
    put_u64(writer, TIME, writer->innermost.now);
    put_u64(writer, OPEN, save_open(writer));
    put_u32(writer, BEGUN, writer->innermost.begun);
    for (int i = 0; i < CYCLES_STORED; i++)
        put_u64(writer, SUMS + i, writer->sums[i]);
    writer->marks++;
}

void pyramid_out_begin(struct pyramid_out *writer, uint32_t lane)
{
    uint32_t first = writer->nodes.first[lane], count = writer->nodes.first[lane + 1] - first;
    writer->lane = lane;
    writer->lane_rows = 0;
    for (int i = 0; i < CYCLES_STORED; i++)
        writer->sums[i] = 0;
    archive_pyramid_begin(&writer->innermost, writer->archive, writer->zero, lane);
    writer->now = writer->innermost.now;
    archive_pyramid_levels_begin(writer->levels, count, writer->nodes.classes + first,
                                 PYRAMID_ACTS);
    writer->first_mark[lane] = writer->marks;
    put_mark(writer);
}

void pyramid_out_act(struct pyramid_out *writer, uint64_t start, uint64_t end, uint32_t node)
{
    archive_innermost_reach(
        &writer->innermost,
        archive_pyramid_moment(writer->archive, writer->zero, writer->lane, start));
    if (writer->lane_rows && writer->lane_rows % PYRAMID_MARK == 0)
        put_mark(writer);
    archive_innermost_enter(
        &writer->innermost,
        archive_pyramid_moment(writer->archive, writer->zero, writer->lane, end), node);
    writer->rows++;
    writer->lane_rows++;
}

void pyramid_out_end(struct pyramid_out *writer)
{
    archive_innermost_end(&writer->innermost);
    writer->root[writer->lane] = archive_pyramid_levels_end(writer->levels);
}

static bool write_column(const struct pyramid_out *writer, enum archive_pyramid_table table,
                         const char *column, const void *data, size_t size, struct error *error)
{
    char *path = memory_printf("%s/%s", writer->folder, archive_pyramid_names[table]);
    char *file = memory_printf("%s/%s", path, column);
    bool good =
        archive_file_make_folder(path, error) && archive_file_write(file, data, size, error);
    free(file);
    free(path);
    return good;
}

static bool write_small(const struct pyramid_out *writer, struct error *error)
{
    size_t size = writer->archive->lanes.rows * sizeof *writer->root;
    uint32_t wide = writer->wide, top = writer->top;
    uint64_t next = writer->marks;
    for (size_t i = writer->archive->lanes.rows; i-- > 0; next = writer->first_mark[i]) {
        if (writer->first_mark[i] == ARCHIVE_UNKNOWN) /* it has no marks */
            writer->first_mark[i] = next;
    }
    return write_column(writer, PYRAMID_SHAPE, "zero.u64", &writer->zero, sizeof writer->zero,
                        error) &&
           write_column(writer, PYRAMID_SHAPE, "top.u32", &top, sizeof top, error) &&
           write_column(writer, PYRAMID_SHAPE, "wide.u32", &wide, sizeof wide, error) &&
           write_column(writer, PYRAMID_LANES, "tile.u64", writer->root, size, error) &&
           write_column(writer, PYRAMID_LANES, "mark.u64", writer->first_mark, size, error);
}

static bool open_columns(struct pyramid_out *writer, struct error *error)
{
    static const struct {
        enum archive_pyramid_table table;
        const char *name;
    } columns[SUMS] = {
        [TILES] = {PYRAMID_TILES, "numbers.u64"},   [ITEMS] = {PYRAMID_ITEMS, "numbers.u16"},
        [MANY_ITEM] = {PYRAMID_MANIES, "item.u64"}, [MANY_BEGUN] = {PYRAMID_MANIES, "begun.u32"},
        [ROW] = {PYRAMID_MARKS, "row.u64"},         [TIME] = {PYRAMID_MARKS, "time.u64"},
        [OPEN] = {PYRAMID_MARKS, "open.u64"},       [BEGUN] = {PYRAMID_MARKS, "begun.u32"},
        [END] = {PYRAMID_OPEN, "end.u64"},          [AROUND] = {PYRAMID_OPEN, "around.u64"},
        [NODE] = {PYRAMID_OPEN, "node.u32"},
    };
    bool good = true;
    for (int i = 0; good && i < COLUMNS; i++) {
        enum archive_pyramid_table table = i < SUMS ? columns[i].table : PYRAMID_MARKS;
        char *path = memory_printf("%s/%s", writer->folder, archive_pyramid_names[table]);
        char *file =
            i < SUMS
                ? memory_printf("%s/%s", path, columns[i].name)
                : memory_printf("%s/%s.u64", path,
                                archive_cycles_class_key((enum archive_cycles_class)(i - SUMS)));
        good = archive_file_make_folder(path, error);
        if (good && !(writer->columns[i] = fopen(file, "wxe")))
            good = error_errno(error, "%s cannot be written", file);
        free(file);
        free(path);
    }
    return good;
}

static bool has_wide_lane(const struct pyramid_out *writer)
{
    for (size_t i = 0; i < writer->archive->lanes.rows; i++) {
        if (writer->nodes.first[i + 1] - writer->nodes.first[i] > UINT8_MAX)
            return true;
    }
    return false;
}

bool pyramid_out_open(const struct archive *archive, const char *folder, struct pyramid_out **made,
                      struct error *error)
{
    uint64_t start, end;
    *made = NULL;
    if (!archive_spread_extent(archive, &start, &end) ||
        archive_pyramid_top(end - start) > PYRAMID_TOP)
        return true;
    struct pyramid_out *writer = *made = memory_zeroed(1, sizeof *writer);
    writer->archive = archive;
    writer->folder = memory_string(folder);
    writer->zero = start;
    writer->top = archive_pyramid_top(end - start);
    archive_pyramid_nodes_init(&writer->nodes, archive);
    writer->wide = has_wide_lane(writer);
    writer->levels = archive_pyramid_levels_new(writer->top, put_tile, writer);
    writer->innermost.take = take_stretches;
    writer->innermost.to = writer;
    writer->root = memory_zeroed(archive->lanes.rows + 1, sizeof *writer->root);
    writer->first_mark = memory_zeroed(archive->lanes.rows + 1, sizeof *writer->first_mark);
    for (size_t i = 0; i < archive->lanes.rows; i++) /* lanes without a log */
        writer->root[i] = writer->first_mark[i] = ARCHIVE_UNKNOWN;
    return open_columns(writer, error);
}

bool pyramid_out_close(struct pyramid_out *writer, struct error *error)
{
    bool good = true;
    if (!writer)
        return true;
    archive_file_close(writer->columns, COLUMNS, &writer->failed);
    errno = writer->failed;
    if (writer->failed)
        good = error_errno(error, "the pyramid cannot be written to %s", writer->folder);
    good = good && write_small(writer, error);
    archive_pyramid_levels_free(writer->levels);
    archive_innermost_free(&writer->innermost);
    archive_pyramid_nodes_free(&writer->nodes);
    free(writer->root);
    free(writer->first_mark);
    free(writer->folder);
    free(writer);
    return good;
}
