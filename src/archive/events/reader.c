/* reader.c: decodes blocks of a sealed archive's acts; see blocks.h. Everything in a file is
 * checked before it is used. */
#include "archive/events/events.h"

#include "archive/events/column_codec.h"
#include "util/memory.h"

#include <assert.h>
#include <fcntl.h>
#include <limits.h>
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DICTIONARY = EVENT_COLUMNS,
    FILES,
    MOST_TOUCHED = 4 << 20, /* bytes of a mapped file that a reader keeps in memory */
    FAR = 64 << 10,         /* bytes that the system reads ahead at a random access */
    MOST_PLAIN = 2 << 20,   /* limit of a part, in bytes */
};

/* A column of the table events. */
struct file {
    const uint8_t *data;
    uint64_t size; /* bytes */
    bool mapped;   /* its pages can be released */
    uint64_t low, high,
        touched;    /* range and size of the pages that this reader may have brought into memory */
    uint8_t *plain; /* buffer for a part that was compressed by LZ4 */
    size_t room;
    bool has_fd; /* parts are read from the file, not from its mapping */
    int fd;
    uint8_t *part; /* buffer for such a part */
    size_t part_room;
};

struct event_reader {
    const struct archive *archive;
    struct file files[FILES];
    struct archive_event_block block;
    uint32_t have;                          /* columns of it that are decoded: EVENT_WANT_... */
    struct event_part parts[EVENT_COLUMNS]; /* its parts */
    uint64_t checked;                       /* the dictionary that was checked last */
    uint32_t checked_count;                 /* number of its nodes; 0: none was checked */
    uint32_t checked_lane;                  /* the lane for which it was checked */
    uint32_t *start;                        /* buffers for decoded columns */
    void *duration;
    uint16_t *rows; /* of values */
    uint64_t *values;
    size_t row_room, value_room;
};

static const uint8_t zeros[EVENT_BLOCK];

static struct file file_of(const struct archive *archive, const char *name,
                           enum archive_table_type type)
{
    const struct archive_table_column *column = archive_table_find(&archive->event_table, name);
    if (!column || column->type != type)
        return (struct file){0}; /* no part fits into it, so all blocks count as damaged */
    return (struct file){.data = column->data,
                         .size = (uint64_t)column->rows * archive_table_type_size(type),
                         .mapped = column->mapped != 0};
}

struct event_reader *archive_event_reader_new(const struct archive *archive)
{
    struct event_reader *reader = memory_zeroed(1, sizeof *reader);
    reader->archive = archive;
    reader->block.number = SIZE_MAX;
    reader->files[EVENT_COLUMN_START] = file_of(archive, "start", TABLE_U8);
    reader->files[EVENT_COLUMN_DURATION] = file_of(archive, "duration", TABLE_U8);
    reader->files[EVENT_COLUMN_NODE] = file_of(archive, "node", TABLE_U8);
    reader->files[EVENT_COLUMN_VALUES] = file_of(archive, "values", TABLE_U8);
    reader->files[DICTIONARY] = file_of(archive, "dictionary", TABLE_U32);
    return reader;
}

/* Opens the file of a column that is mapped from one. */
static void open_file(struct file *file, const char *archive, const char *name)
{
    char path[PATH_MAX];
    struct stat facts;
    int size = snprintf(path, sizeof path, "%s/tables/events/%s.%s", archive, name,
                        archive_table_type_name(TABLE_U8));
    if (!file->mapped || size < 0 || (size_t)size >= sizeof path)
        return;
    file->fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    file->has_fd = file->fd >= 0 && !fstat(file->fd, &facts) && S_ISREG(facts.st_mode) &&
                   (uint64_t)facts.st_size == file->size;
    if (file->fd >= 0 && !file->has_fd)
        close(file->fd);
}

void archive_event_reader_scatter(struct event_reader *reader)
{
    static const char *const names[EVENT_COLUMNS] = {[EVENT_COLUMN_START] = "start",
                                                     [EVENT_COLUMN_DURATION] = "duration",
                                                     [EVENT_COLUMN_NODE] = "node",
                                                     [EVENT_COLUMN_VALUES] = "values"};
    for (int i = 0; i < EVENT_COLUMNS; i++)
        open_file(&reader->files[i], reader->archive->path, names[i]);
    for (int i = 0; i < FILES; i++)
        reader->files[i].mapped = false;
}

/* Releases the pages that were touched. The file is mapped once for all readers: others that need
 * these pages read them again. */
static void let_go(struct file *file)
{
    uint64_t page = (uint64_t)sysconf(_SC_PAGESIZE), low = file->low / page * page;
    if (file->mapped && file->touched)
        madvise((void *)(file->data + low), file->high - low, MADV_DONTNEED);
    file->touched = 0;
}

static const uint8_t *touch(struct file *file, uint64_t at, uint64_t size)
{
    if (file->touched >= MOST_TOUCHED)
        let_go(file);
    bool begins = !file->touched, goes_on = !begins && at >= file->high && at - file->high < FAR;
    file->touched += goes_on || begins ? size + at % 8 + 1 : size + FAR;
    file->low = begins || at < file->low ? at : file->low;
    file->high = begins || at + size > file->high ? at + size : file->high;
    return file->data + at;
}

void archive_event_reader_free(struct event_reader *reader)
{
    for (int i = 0; reader && i < FILES; i++) {
        let_go(&reader->files[i]);
        free(reader->files[i].plain);
        free(reader->files[i].part);
        if (reader->files[i].has_fd)
            close(reader->files[i].fd);
    }
    if (reader) {
        free(reader->start);
        free(reader->duration);
        free(reader->rows);
        free(reader->values);
    }
    free(reader);
}

static struct event_part part_of(const struct archive *archive, size_t block,
                                 enum event_column column)
{
    const struct archive_parts *parts = &archive->parts;
    size_t row = block * EVENT_COLUMNS + column;
    return (struct event_part){parts->at[row], parts->size[row], parts->plain[row],
                               parts->patches[row], parts->as[row]};
}

/* True if a part is within its file, and its sizes are plausible. */
static bool is_possible(const struct event_reader *reader, enum event_column column,
                        const struct event_part *part)
{
    const struct file *file = &reader->files[column];
    bool packed = part->as & EVENT_PART_LZ4;
    return part->at % 8 == 0 && part->at <= file->size && part->size <= file->size - part->at &&
           part->plain <= MOST_PLAIN && part->size <= MOST_PLAIN &&
           (packed || part->size == part->plain) &&
           !(part->as & ~(EVENT_PART_LZ4 | EVENT_PART_WIDTH)) &&
           (column == EVENT_COLUMN_VALUES || event_part_fits(part, reader->block.count));
}

/* Returns the bytes of a part as they are in the file. */
static const uint8_t *bytes_of(struct file *file, const struct event_part *part)
{
    if (!file->has_fd)
        return touch(file, part->at, part->size);
    file->part = memory_grow(file->part, &file->part_room, part->size + 8, 1);
    return pread(file->fd, file->part, part->size, (off_t)part->at) == (ssize_t)part->size
               ? file->part
               : touch(file, part->at, part->size);
}

/* Returns the bytes of a part, decompressed; NULL if they are damaged. */
static const uint8_t *plain_of(struct event_reader *reader, enum event_column column,
                               const struct event_part *part)
{
    struct file *file = &reader->files[column];
    const uint8_t *bytes = bytes_of(file, part);
    if (!(part->as & EVENT_PART_LZ4))
        return bytes;
    file->plain = memory_grow(file->plain, &file->room, part->plain + 8, 1);
    int size = LZ4_decompress_safe((const char *)bytes, (char *)file->plain, (int)part->size,
                                   (int)part->plain);
    return size == (int)part->plain ? file->plain : NULL;
}

static bool read_start(struct event_reader *reader)
{
    struct archive_event_block *block = &reader->block;
    const struct archive_blocks *blocks = &reader->archive->blocks;
    struct event_part part = reader->parts[EVENT_COLUMN_START];
    const uint8_t *plain = plain_of(reader, EVENT_COLUMN_START, &part);
    if (!plain)
        return false;
    if (!reader->start)
        reader->start = memory_zeroed(EVENT_BLOCK, sizeof *reader->start);
    block->start = reader->start;
    return event_part_sums(&part, plain, block->count, reader->start) && !reader->start[0] &&
           block->base + reader->start[block->count - 1] == blocks->last[block->number];
}

/* Decodes the durations; if there are no patches, they are used as they are in the file. */
static bool read_duration(struct event_reader *reader)
{
    struct archive_event_block *block = &reader->block;
    const struct archive_blocks *blocks = &reader->archive->blocks;
    struct event_part part = reader->parts[EVENT_COLUMN_DURATION];
    const uint8_t *plain = plain_of(reader, EVENT_COLUMN_DURATION, &part);
    uint64_t low = blocks->duration_min[block->number], high = blocks->duration_max[block->number];
    if (!plain || low > high)
        return false;
    block->duration_base = low;
    block->duration_width = part.as & EVENT_PART_WIDTH;
    if (!part.patches) {
        block->duration = block->duration_width ? plain : zeros;
        block->duration_width = block->duration_width ? block->duration_width : 1;
        return true;
    }
    if (!reader->duration)
        reader->duration = memory_zeroed(EVENT_BLOCK, sizeof(uint64_t));
    block->duration = reader->duration;
    block->duration_width = high - low > UINT32_MAX ? 8 : 4;
    return block->duration_width == 4
               ? event_part_wide32(&part, plain, block->count, reader->duration)
               : event_part_wide64(&part, plain, block->count, reader->duration);
}

static bool read_dictionary(struct event_reader *reader)
{
    struct archive_event_block *block = &reader->block;
    const struct archive_nodes *all = &reader->archive->nodes;
    struct file *file = &reader->files[DICTIONARY];
    uint64_t at = block->dictionary;
    const uint8_t *bytes =
        touch(file, at * sizeof *block->nodes, block->node_count * sizeof *block->nodes);
    block->nodes = (const uint32_t *)(const void *)bytes;
    if (reader->checked_count == block->node_count && reader->checked == at &&
        reader->checked_lane == block->lane)
        return true;
    for (uint32_t i = 0; i < block->node_count; i++) {
        uint32_t node = block->nodes[i];
        if (node >= all->rows || all->lane[node] != block->lane ||
            (i && node <= block->nodes[i - 1]))
            return false;
    }
    reader->checked = at;
    reader->checked_count = block->node_count;
    reader->checked_lane = block->lane;
    return true;
}

static bool read_codes(struct event_reader *reader)
{
    struct archive_event_block *block = &reader->block;
    struct event_part part = reader->parts[EVENT_COLUMN_NODE];
    const uint8_t *plain = plain_of(reader, EVENT_COLUMN_NODE, &part);
    uint32_t width = part.as & EVENT_PART_WIDTH;
    uint32_t right = block->node_count == 1 ? 0 : block->node_count <= 256 ? 1 : 2;
    if (!plain || part.patches || width != right)
        return false;
    block->codes = width == 2 ? NULL : width ? plain : zeros;
    block->wide_codes = width == 2 ? (const uint16_t *)(const void *)plain : NULL;
    uint8_t *known = &reader->archive->events->bad[block->number];
    if (!width || __atomic_load_n(known, __ATOMIC_RELAXED) & 2)
        return true; /* they were checked before, and the file does not change */
    if (!event_part_are_below(plain, width, block->count, block->node_count))
        return false;
    __atomic_fetch_or(known, 2, __ATOMIC_RELAXED);
    return true;
}

/* Decodes the rows and values of a group. False if a row is outside the block. */
static bool read_group(struct event_reader *reader, const struct event_group *group,
                       const uint8_t *bytes, uint16_t *rows, uint64_t *values)
{
    struct event_part part = {.as = group->width};
    uint32_t row = 0;
    for (uint32_t i = 0; i < group->count; i++) {
        row += group->row_width == 1 ? bytes[i] : ((const uint16_t *)(const void *)bytes)[i];
        if (row >= reader->block.count)
            return false;
        rows[i] = (uint16_t)row;
    }
    event_part_wide64(&part, bytes + event_part_padded((uint64_t)group->count * group->row_width),
                      group->count, values);
    for (uint32_t i = 0; i < group->count; i++)
        values[i] += group->base;
    return true;
}

/* Returns the size of a group in bytes, after which others may follow; 0: it is damaged. */
static uint64_t size_of(const struct event_group *group, uint64_t room)
{
    uint64_t width = group->width;
    bool known = width == 0 || width == 1 || width == 2 || width == 4 || width == 8;
    if (!known || (group->row_width != 1 && group->row_width != 2) || !group->count ||
        group->count > room)
        return 0;
    uint64_t size = sizeof *group + event_part_padded((uint64_t)group->count * group->row_width) +
                    event_part_padded(group->count * width);
    return size <= room ? size : 0;
}

/* Decodes all values at once: they are few, or most of them are wanted. */
static bool read_values(struct event_reader *reader)
{
    struct archive_event_block *block = &reader->block;
    struct event_part part = reader->parts[EVENT_COLUMN_VALUES];
    const uint8_t *plain = plain_of(reader, EVENT_COLUMN_VALUES, &part);
    uint64_t size, most = part.plain;
    size_t used = 0;
    if (!plain)
        return false;
    reader->rows = memory_grow(reader->rows, &reader->row_room, most, sizeof *reader->rows);
    reader->values = memory_grow(reader->values, &reader->value_room, most, sizeof *reader->values);
    for (uint64_t at = 0; at < part.plain; at += size) {
        struct event_group group;
        if (part.plain - at < sizeof group)
            return false;
        memcpy(&group, plain + at, sizeof group);
        size = size_of(&group, part.plain - at);
        if (!size || !read_group(reader, &group, plain + at + sizeof group, reader->rows + used,
                                 reader->values + used))
            return false;
        if (group.what < EVENT_VALUES) /* others are of a newer version */
            block->values[group.what] = (struct archive_event_values){
                reader->rows + used, reader->values + used, group.count};
        used += group.count;
    }
    return true;
}

/* Starts with a block. False if it is damaged in any of its parts. */
static bool begin(struct event_reader *reader, size_t number)
{
    const struct archive_blocks *blocks = &reader->archive->blocks;
    reader->have = 0;
    reader->block = (struct archive_event_block){
        .number = number,
        .first = blocks->first[number],
        .count = blocks->events[number],
        .lane = blocks->lane[number],
        .base = blocks->base[number],
        .end = blocks->end[number],
        .node_count = blocks->nodes[number],
        .dictionary = blocks->dictionary[number],
    };
    uint64_t nodes = reader->files[DICTIONARY].size / sizeof(uint32_t);
    bool good = blocks->nodes[number] && blocks->dictionary[number] <= nodes &&
                blocks->nodes[number] <= nodes - blocks->dictionary[number];
    for (int i = 0; i < EVENT_COLUMNS; i++) {
        reader->parts[i] = part_of(reader->archive, number, (enum event_column)i);
        good &= is_possible(reader, (enum event_column)i, &reader->parts[i]);
    }
    return good;
}

const struct archive_event_block *archive_event_reader_get(struct event_reader *reader,
                                                           size_t block, uint32_t wanted)
{
    assert(block < reader->archive->blocks.rows);
    const struct archive *archive = reader->archive;
    if (__atomic_load_n(&archive->events->bad[block], __ATOMIC_RELAXED) & 1)
        return NULL;
    bool good = reader->block.number == block || begin(reader, block);
    if (wanted & EVENT_WANT_NODE)
        wanted |= EVENT_WANT_DICTIONARY;
    if (wanted & EVENT_WANT_VALUES)
        wanted |= EVENT_WANT_VALUES;
    uint32_t missing = wanted & ~reader->have;
    good = good && (!(missing & EVENT_WANT_DICTIONARY) || read_dictionary(reader)) &&
           (!(missing & EVENT_WANT_START) || read_start(reader)) &&
           (!(missing & EVENT_WANT_DURATION) || read_duration(reader)) &&
           (!(missing & EVENT_WANT_NODE) || read_codes(reader)) &&
           (!(missing & EVENT_WANT_VALUES) || !archive->blocks.has[block] || read_values(reader));
    reader->have |= wanted;
    if (good)
        return &reader->block;
    archive_event_blocks_damage(archive, block);
    return NULL;
}
