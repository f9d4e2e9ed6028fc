/* pyramid.c: reads the pyramid of a sealed archive: see pyramid.h */
#include "archive/time/pyramid.h"

#include "archive/events/events.h"
#include "archive/time/cycle_spread.h"
#include "util/number.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *const archive_pyramid_names[ARCHIVE_PYRAMID_TABLES] = {
    [PYRAMID_SHAPE] = "pyramid_shape", [PYRAMID_LANES] = "pyramid_lanes",
    [PYRAMID_TILES] = "pyramid_tiles", [PYRAMID_ITEMS] = "pyramid_items",
    [PYRAMID_MANIES] = "pyramid_many", [PYRAMID_MARKS] = "pyramid_marks",
    [PYRAMID_OPEN] = "pyramid_open",
};

unsigned archive_pyramid_top(uint64_t length)
{
    return length > 1 ? 64 - (unsigned)__builtin_clzll(length - 1) : 0;
}

uint64_t archive_pyramid_moment(const struct archive *archive, uint64_t zero, uint32_t lane,
                                uint64_t moment)
{
    return number_minus(archive_spread_moment(archive, lane, moment), zero);
}

void archive_pyramid_begin(struct archive_innermost *innermost, const struct archive *archive,
                           uint64_t zero, uint32_t lane)
{
    const struct archive_nodes *nodes = &archive->nodes;
    uint32_t root = archive->events->root_node[lane];
    uint64_t start = archive_pyramid_moment(archive, zero, lane, archive->lanes.start[lane]);
    uint64_t end = archive_pyramid_moment(archive, zero, lane, archive->lanes.end[lane]);
    if (root >= nodes->rows || nodes->lane[root] != lane) /* damaged: nothing is known of it */
        end = start;
    archive_innermost_begin(innermost, start, end, root);
}

/* Returns the data of a column; NULL if there is none with at least `rows` rows. */
static const void *find(const struct archive_pyramid *pyramid, enum archive_pyramid_table table,
                        const char *name, enum archive_table_type type, size_t rows)
{
    const struct archive_table_column *column =
        archive_table_find(&pyramid->archive->pyramid_tables[table], name);
    return column && column->type == type && column->rows >= rows ? column->data : NULL;
}

static bool bind_marks(struct archive_pyramid *pyramid)
{
    const struct archive_table *tables = pyramid->archive->pyramid_tables;
    bool good = true;
    pyramid->mark_count = tables[PYRAMID_MARKS].rows;
    pyramid->mark_row = find(pyramid, PYRAMID_MARKS, "row", TABLE_U64, 0);
    pyramid->mark_time = find(pyramid, PYRAMID_MARKS, "time", TABLE_U64, 0);
    pyramid->mark_open = find(pyramid, PYRAMID_MARKS, "open", TABLE_U64, 0);
    pyramid->mark_begun = find(pyramid, PYRAMID_MARKS, "begun", TABLE_U32, 0);
    for (int i = 0; i < CYCLES_STORED; i++) {
        const char *name = archive_cycles_class_key((enum archive_cycles_class)i);
        pyramid->mark_sums[i] = find(pyramid, PYRAMID_MARKS, name, TABLE_U64, 0);
        good &= pyramid->mark_sums[i] != NULL;
    }
    pyramid->open_count = tables[PYRAMID_OPEN].rows;
    pyramid->open_end = find(pyramid, PYRAMID_OPEN, "end", TABLE_U64, 0);
    pyramid->open_around = find(pyramid, PYRAMID_OPEN, "around", TABLE_U64, 0);
    pyramid->open_node = find(pyramid, PYRAMID_OPEN, "node", TABLE_U32, 0);
    return good && pyramid->mark_row && pyramid->mark_time && pyramid->mark_open &&
           pyramid->mark_begun && pyramid->open_end && pyramid->open_around && pyramid->open_node;
}

static bool bind_tiles(struct archive_pyramid *pyramid)
{
    const struct archive_table *tables = pyramid->archive->pyramid_tables;
    size_t lanes = pyramid->archive->lanes.rows;
    pyramid->root = find(pyramid, PYRAMID_LANES, "tile", TABLE_U64, lanes);
    pyramid->first_mark = find(pyramid, PYRAMID_LANES, "mark", TABLE_U64, lanes);
    pyramid->tiles = find(pyramid, PYRAMID_TILES, "numbers", TABLE_U64, 0);
    pyramid->tile_count = tables[PYRAMID_TILES].rows / PYRAMID_TILE;
    pyramid->items = find(pyramid, PYRAMID_ITEMS, "numbers", TABLE_U16, 0);
    pyramid->item_count = tables[PYRAMID_ITEMS].rows / pyramid->width;
    pyramid->many_item = find(pyramid, PYRAMID_MANIES, "item", TABLE_U64, 0);
    pyramid->many_begun = find(pyramid, PYRAMID_MANIES, "begun", TABLE_U32, 0);
    pyramid->many_count = tables[PYRAMID_MANIES].rows;
    return pyramid->root && pyramid->first_mark && pyramid->tiles && pyramid->items &&
           pyramid->many_item && pyramid->many_begun;
}

/* Reads the shape. False if it is not that of this run. */
static bool bind_shape(struct archive_pyramid *pyramid)
{
    const uint64_t *zero = find(pyramid, PYRAMID_SHAPE, "zero", TABLE_U64, 1);
    const uint32_t *top = find(pyramid, PYRAMID_SHAPE, "top", TABLE_U32, 1);
    const uint32_t *wide = find(pyramid, PYRAMID_SHAPE, "wide", TABLE_U32, 1);
    if (!zero || !top || !wide)
        return false;
    pyramid->width = *wide ? PYRAMID_WIDE : PYRAMID_NARROW;
    return *zero == pyramid->zero && *top == pyramid->top;
}

/* Opens the file of the items, if they are mapped from one. */
static void open_items(struct archive_pyramid *pyramid)
{
    const struct archive_table *table = &pyramid->archive->pyramid_tables[PYRAMID_ITEMS];
    const struct archive_table_column *column = archive_table_find(table, "numbers");
    char path[PATH_MAX];
    struct stat facts;
    int size = snprintf(path, sizeof path, "%s/tables/%s/numbers.%s", pyramid->archive->path,
                        archive_pyramid_names[PYRAMID_ITEMS], archive_table_type_name(TABLE_U16));
    if (!column->mapped || size < 0 || (size_t)size >= sizeof path)
        return;
    pyramid->file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    pyramid->has_file = pyramid->file >= 0 && !fstat(pyramid->file, &facts) &&
                        S_ISREG(facts.st_mode) && (uint64_t)facts.st_size == column->mapped;
    if (pyramid->file >= 0 && !pyramid->has_file)
        close(pyramid->file);
}

bool archive_pyramid_open(struct archive_pyramid *pyramid, const struct archive *archive,
                          struct error *error)
{
    uint64_t start, end;
    *pyramid = (struct archive_pyramid){.archive = archive};
    if (!archive_spread_extent(archive, &start, &end))
        return error_set(error, "%s: its lanes have no common clock", archive->path);
    pyramid->zero = start;
    pyramid->length = end - start;
    pyramid->top = archive_pyramid_top(end - start);
    if (pyramid->top > PYRAMID_TOP)
        return error_set(error, "%s is damaged: it lasted for %llu ns", archive->path,
                         (unsigned long long)(end - start));
    pyramid->stored = archive->pyramid_tables[PYRAMID_SHAPE].rows;
    if (pyramid->stored && (!bind_shape(pyramid) || !bind_tiles(pyramid) || !bind_marks(pyramid)))
        return error_set(error, "%s is damaged: the tables pyramid_*", archive->path);
    if (pyramid->stored)
        open_items(pyramid);
    archive_pyramid_nodes_init(&pyramid->nodes, archive);
    return true;
}

void archive_pyramid_close(struct archive_pyramid *pyramid)
{
    archive_pyramid_nodes_free(&pyramid->nodes);
    if (pyramid->has_file)
        close(pyramid->file);
}

const struct archive_pyramid_tile *archive_pyramid_tile(const struct archive_pyramid *pyramid,
                                                        uint64_t row)
{
    if (row >= pyramid->tile_count)
        return NULL;
    const struct archive_pyramid_tile *tile = &pyramid->tiles[row];
    uint64_t count = 0;
    for (int i = 0; i < PYRAMID_WORDS; i++)
        count += (uint64_t)__builtin_popcountll(tile->bits[i]);
    bool good = tile->bits[0] & 1 && count <= pyramid->item_count &&
                tile->item <= pyramid->item_count - count &&
                (tile->half[0] < row || tile->half[0] == ARCHIVE_UNKNOWN) &&
                (tile->half[1] < row || tile->half[1] == ARCHIVE_UNKNOWN);
    return good ? tile : NULL;
}

/* Returns the number of acts in a bin whose item says PYRAMID_MANY. *at is a hint where it may be
 * found, SIZE_MAX at first. */
static uint32_t many(const struct archive_pyramid *pyramid, uint64_t item, size_t *at)
{
    if (*at == SIZE_MAX) {
        size_t low = 0, high = pyramid->many_count;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            if (pyramid->many_item[middle] < item)
                low = middle + 1;
            else
                high = middle;
        }
        *at = low;
    }
    while (*at < pyramid->many_count && pyramid->many_item[*at] < item)
        ++*at;
    bool found = *at < pyramid->many_count && pyramid->many_item[*at] == item;
    return found ? pyramid->many_begun[*at] : PYRAMID_MANY;
}

static struct archive_pyramid_item unpack(uint32_t node, uint32_t begun, unsigned shares)
{
    unsigned class = shares >> 10 & 7, other = shares >> 13;
    return (struct archive_pyramid_item){.node = node,
                                         .begun = begun,
                                         .share = shares & 31,
                                         .part = shares >> 5 & 31,
                                         .class = (uint8_t)(class < CYCLES_STORED ? class : 0),
                                         .other = (uint8_t)(other < CYCLES_STORED ? other : 0)};
}

bool archive_pyramid_pack(const struct archive_pyramid_item *item, unsigned width, uint16_t *to)
{
    uint32_t begun = item->begun < PYRAMID_MANY ? item->begun : PYRAMID_MANY;
    bool wide = width == PYRAMID_WIDE;
    to[0] = (uint16_t)(wide ? item->node : (item->node & 255) | begun << 8);
    if (wide) {
        to[1] = (uint16_t)(item->node >> 16);
        to[2] = (uint16_t)begun;
    }
    to[width - 1] =
        (uint16_t)(item->share | item->part << 5 | item->class << 10 | item->other << 13);
    return begun == PYRAMID_MANY;
}

/* Returns the packed items of a tile from row `first` to before `end`, where they are, or in
 * `room`. */
static const uint16_t *packed(const struct archive_pyramid *pyramid, uint64_t first, uint64_t end,
                              uint16_t room[PYRAMID_BINS * PYRAMID_WIDE])
{
    size_t item = pyramid->width * sizeof *room, size = (size_t)(end - first) * item;
    if (pyramid->has_file &&
        pread(pyramid->file, room, size, (off_t)(first * item)) == (ssize_t)size)
        return room;
    return pyramid->items + first * pyramid->width;
}

void archive_pyramid_read(const struct archive_pyramid *pyramid,
                          const struct archive_pyramid_tile *tile, uint32_t lane, unsigned first,
                          unsigned end, struct archive_pyramid_item *to)
{
    assert(first <= end && first < PYRAMID_BINS && end <= PYRAMID_BINS);
    const uint32_t *rows = pyramid->nodes.rows + pyramid->nodes.first[lane];
    uint32_t nodes = pyramid->nodes.first[lane + 1] - pyramid->nodes.first[lane];
    uint64_t row = tile->item; /* row of the wanted item plus 1 */
    for (unsigned i = 0; i < first / 64; i++)
        row += (uint64_t)__builtin_popcountll(tile->bits[i]);
    row +=
        (uint64_t)__builtin_popcountll(tile->bits[first / 64] & ((UINT64_C(2) << first % 64) - 1));
    uint64_t last = tile->item; /* row after that of the last item */
    for (unsigned i = 0; i < PYRAMID_WORDS; i++)
        last += (uint64_t)__builtin_popcountll(tile->bits[i]);
    uint16_t room[PYRAMID_BINS * PYRAMID_WIDE];
    const uint16_t *numbers = packed(pyramid, row - 1, last, room);
    size_t at = SIZE_MAX;
    struct archive_pyramid_item item = {0};
    for (unsigned i = first; i < end; i++) {
        bool fresh = tile->bits[i / 64] >> i % 64 & 1;
        if (fresh || i == first) {
            uint64_t of = i == first ? row - 1 : row++;
            item =
                pyramid->width == PYRAMID_WIDE
                    ? unpack(numbers[0] | (uint32_t)numbers[1] << 16, numbers[2] & 255, numbers[3])
                    : unpack(numbers[0] & 255, numbers[0] >> 8, numbers[1]);
            item.node = item.node < nodes ? rows[item.node] : ARCHIVE_NONE;
            if (item.begun == PYRAMID_MANY)
                item.begun = many(pyramid, of, &at);
            numbers += pyramid->width;
        }
        *to++ = item;
    }
}

void archive_pyramid_marks(const struct archive_pyramid *pyramid, uint32_t lane, uint64_t *first,
                           uint64_t *end)
{
    assert(lane < pyramid->archive->lanes.rows);
    bool last = lane + 1 == pyramid->archive->lanes.rows;
    *first = *end = 0;
    if (!pyramid->stored)
        return;
    uint64_t next = last ? pyramid->mark_count : pyramid->first_mark[lane + 1];
    if (pyramid->first_mark[lane] > next || next > pyramid->mark_count)
        return;
    *first = pyramid->first_mark[lane];
    *end = next;
}
