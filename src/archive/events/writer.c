/* writer.c: encodes acts as blocks; see blocks.h. */
#include "archive/events/blocks.h"

#include "archive/events/column_codec.h"
#include "archive/events/dictionary.h"
#include "archive/table/atomic_file.h"
#include "archive/table/schema.h"
#include "util/memory.h"

#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <lz4.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* the files: one per column, and the dictionaries */
enum { DICTIONARY = EVENT_COLUMNS, FILES };

/* LZ4 is used where it leaves at most this many eighths of the bytes: reading must not cost more
 * than it saves. */
static const uint32_t eighths[EVENT_COLUMNS] = {[EVENT_COLUMN_START] = 4,
                                                [EVENT_COLUMN_DURATION] = 4,
                                                [EVENT_COLUMN_NODE] = 4,
                                                [EVENT_COLUMN_VALUES] = 6};

struct value {
    uint64_t value;
    uint16_t row;
    uint16_t what;
};

struct event_writer {
    struct archive *archive;
    const char *folder;
    FILE *files[FILES];
    int failed;              /* errno of the first failure, or 0 */
    uint64_t written[FILES]; /* bytes per file */
    uint64_t rows;           /* acts of the blocks that are written */
    /* the current block: */
    uint32_t lane;
    uint64_t base, last, end, early; /* ns: first and last start; latest and earliest end */
    bool disordered;
    size_t count;
    uint64_t start[EVENT_BLOCK]; /* minus the start before it */
    uint64_t duration[EVENT_BLOCK];
    uint32_t node[EVENT_BLOCK];
    struct value *values;
    size_t value_count, value_room;
    struct event_dictionary dictionary;
    uint64_t dictionary_at; /* row of the current dictionary */
    uint64_t *numbers;      /* values of one kind, and their rows */
    size_t number_room;
    uint8_t *plain, *packed;
    size_t plain_room, packed_room;
};

static bool open_files(struct event_writer *writer, struct error *error)
{
    static const char *const names[FILES] = {"start.u8", "duration.u8", "node.u8", "values.u8",
                                             "dictionary.u32"};
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/events", writer->folder);
    if (size < 0 || size + 20 >= (int)sizeof path)
        return error_set(error, "the path is too long: %.200s...", path);
    if (!archive_file_make_folder(path, error))
        return false;
    for (int i = 0; i < FILES; i++) {
        snprintf(path + size, sizeof path - (size_t)size, "/%s", names[i]);
        writer->files[i] = fopen(path, "wxe");
        if (!writer->files[i])
            return error_errno(error, "%s cannot be written", path);
    }
    return true;
}

static void release(struct event_writer *writer)
{
    event_dictionary_free(&writer->dictionary);
    free(writer->values);
    free(writer->numbers);
    free(writer->plain);
    free(writer->packed);
    free(writer);
}

struct event_writer *archive_event_writer_open(struct archive *archive, const char *folder,
                                               struct error *error)
{
    struct event_writer *writer = memory_zeroed(1, sizeof *writer);
    writer->archive = archive;
    writer->folder = folder;
    if (open_files(writer, error))
        return writer;
    archive_file_close(writer->files, FILES, &writer->failed);
    release(writer);
    return NULL;
}

static void write_bytes(struct event_writer *writer, int file, const void *bytes, size_t size)
{
    static const uint8_t zeros[8];
    size_t padding = file == DICTIONARY ? 0 : event_part_padded(size) - size;
    archive_file_put(writer->files[file], bytes, size, &writer->failed);
    archive_file_put(writer->files[file], zeros, padding, &writer->failed);
    writer->written[file] += size + padding;
}

static void make_plain_room(struct event_writer *writer, size_t size)
{
    writer->plain = memory_grow(writer->plain, &writer->plain_room, size, 1);
}

/* Writes `plain` as a column of the current block, compressed if that saves enough. */
static void write_part(struct event_writer *writer, enum event_column column,
                       struct event_part *part)
{
    size_t limit = (size_t)part->plain * eighths[column] / 8;
    const uint8_t *bytes = writer->plain;
    part->at = writer->written[column];
    part->size = part->plain;
    writer->packed = memory_grow(writer->packed, &writer->packed_room, limit + 1, 1);
    int packed = limit < 64
                     ? 0
                     : LZ4_compress_default((const char *)writer->plain, (char *)writer->packed,
                                            (int)part->plain, (int)limit);
    if (packed > 0) {
        part->as |= EVENT_PART_LZ4;
        part->size = (uint32_t)packed;
        bytes = writer->packed;
    }
    write_bytes(writer, column, bytes, part->size);
    size_t row = writer->archive->parts.rows;
    archive_schema_add_rows(writer->archive, SCHEMA_PARTS, 1);
    const struct archive_parts *parts = &writer->archive->parts;
    parts->at[row] = part->at;
    parts->size[row] = part->size;
    parts->plain[row] = part->plain;
    parts->patches[row] = part->patches;
    parts->as[row] = part->as;
}

static void write_numbers(struct event_writer *writer, enum event_column column,
                          const uint64_t *numbers)
{
    struct event_part part = {0};
    make_plain_room(writer, event_part_room(writer->count));
    event_part_put(&part, numbers, writer->count, column == EVENT_COLUMN_DURATION, writer->plain);
    write_part(writer, column, &part);
}

static void write_nodes(struct event_writer *writer, size_t block)
{
    struct event_dictionary *dictionary = &writer->dictionary;
    const struct archive_blocks *blocks = &writer->archive->blocks;
    uint16_t codes[EVENT_BLOCK];
    if (event_dictionary_codes(dictionary, writer->lane, writer->node, writer->count, codes)) {
        writer->dictionary_at = writer->written[DICTIONARY] / sizeof *dictionary->nodes;
        write_bytes(writer, DICTIONARY, dictionary->nodes,
                    dictionary->count * sizeof *dictionary->nodes);
    }
    blocks->dictionary[block] = writer->dictionary_at;
    blocks->nodes[block] = (uint16_t)dictionary->count;
    struct event_part part = {.as = dictionary->count == 1 ? 0 : dictionary->count <= 256 ? 1 : 2};
    part.plain = event_part_padded(writer->count * part.as);
    make_plain_room(writer, part.plain + 8);
    memset(writer->plain, 0, part.plain);
    if (part.as == 2)
        memcpy(writer->plain, codes, writer->count * sizeof *codes);
    for (size_t i = 0; part.as == 1 && i < writer->count; i++)
        writer->plain[i] = (uint8_t)codes[i];
    write_part(writer, EVENT_COLUMN_NODE, &part);
}

/* Appends the values of one kind to `plain` from `at` on; returns where they end. */
static size_t put_values(struct event_writer *writer, uint32_t what, size_t at)
{
    uint64_t *numbers = writer->numbers, *rows = numbers + writer->value_count;
    uint64_t low = UINT64_MAX, high = 0, gap = 0, before = 0;
    size_t count = 0;
    for (size_t i = 0; i < writer->value_count; i++) {
        const struct value *value = &writer->values[i];
        if (value->what != what)
            continue;
        low = value->value < low ? value->value : low;
        high = value->value > high ? value->value : high;
        rows[count] = value->row - before;
        gap = rows[count] > gap ? rows[count] : gap;
        before = value->row;
        numbers[count++] = value->value;
    }
    if (!count)
        return at;
    for (size_t i = 0; i < count; i++)
        numbers[i] -= low;
    struct event_group group = {.what = (uint8_t)what,
                                .row_width = gap <= UINT8_MAX ? 1 : 2,
                                .width = (uint8_t)event_part_width(high - low),
                                .count = (uint32_t)count,
                                .base = low};
    size_t rows_at = at + sizeof group;
    size_t values_at = rows_at + event_part_padded(count * group.row_width);
    size_t end = values_at + event_part_padded(count * group.width);
    make_plain_room(writer, end);
    memset(writer->plain + at, 0, end - at);
    memcpy(writer->plain + at, &group, sizeof group);
    event_part_narrow(rows, count, group.row_width, writer->plain + rows_at);
    event_part_narrow(numbers, count, group.width, writer->plain + values_at);
    return end;
}

static void write_values(struct event_writer *writer, size_t block)
{
    const struct archive_blocks *blocks = &writer->archive->blocks;
    struct event_part part = {0};
    size_t end = 0;
    writer->numbers = memory_grow(writer->numbers, &writer->number_room,
                                  2 * writer->value_count + 1, sizeof *writer->numbers);
    make_plain_room(writer, 8);
    for (uint32_t what = 1; what < EVENT_VALUES; what++) {
        if (blocks->has[block] >> what & 1)
            end = put_values(writer, what, end);
    }
    part.plain = (uint32_t)end;
    write_part(writer, EVENT_COLUMN_VALUES, &part);
}

/* Sets the part of the zone map that depends on values. */
static void map_values(const struct event_writer *writer, size_t block)
{
    const struct archive_blocks *blocks = &writer->archive->blocks;
    blocks->bytes_min[block] = blocks->trips_min[block] = UINT64_MAX;
    for (size_t i = 0; i < writer->value_count; i++) {
        const struct value *value = &writer->values[i];
        uint64_t *low = value->what == EVENT_BYTES ? blocks->bytes_min : blocks->trips_min;
        uint64_t *high = value->what == EVENT_BYTES ? blocks->bytes_max : blocks->trips_max;
        blocks->has[block] |= UINT32_C(1) << value->what;
        if (value->what != EVENT_BYTES && value->what != EVENT_TRIPS)
            continue;
        low[block] = value->value < low[block] ? value->value : low[block];
        high[block] = value->value > high[block] ? value->value : high[block];
    }
}

static void map_times(struct event_writer *writer, size_t block)
{
    const struct archive_blocks *blocks = &writer->archive->blocks;
    uint64_t low = UINT64_MAX, high = 0;
    for (size_t i = 0; i < writer->count; i++) {
        low = writer->duration[i] < low ? writer->duration[i] : low;
        high = writer->duration[i] > high ? writer->duration[i] : high;
    }
    for (size_t i = 0; i < writer->count; i++)
        writer->duration[i] -= low;
    blocks->lane[block] = writer->lane;
    blocks->first[block] = writer->rows;
    blocks->events[block] = (uint16_t)writer->count;
    blocks->base[block] = writer->base;
    blocks->last[block] = writer->last;
    blocks->early[block] = writer->early;
    blocks->end[block] = writer->end;
    blocks->duration_min[block] = low;
    blocks->duration_max[block] = high;
}

void archive_event_writer_cut(struct event_writer *writer)
{
    size_t block = writer->archive->blocks.rows;
    if (!writer->count)
        return;
    archive_schema_add_rows(writer->archive, SCHEMA_BLOCKS, 1);
    map_times(writer, block);
    map_values(writer, block);
    write_numbers(writer, EVENT_COLUMN_START, writer->start);
    write_numbers(writer, EVENT_COLUMN_DURATION, writer->duration);
    write_nodes(writer, block);
    write_values(writer, block);
    writer->rows += writer->count;
    writer->count = writer->value_count = 0;
}

void archive_event_writer_act(struct event_writer *writer, uint32_t lane, uint64_t start,
                              uint64_t end, uint32_t node)
{
    if (writer->count == EVENT_BLOCK ||
        (writer->count && (writer->lane != lane || start - writer->base > UINT32_MAX)))
        archive_event_writer_cut(writer);
    if (writer->rows + writer->count)
        writer->disordered |= lane < writer->lane || (lane == writer->lane && start < writer->last);
    if (!writer->count) {
        writer->lane = lane;
        writer->base = writer->last = start;
        writer->end = writer->early = end;
    }
    writer->start[writer->count] = start - writer->last;
    writer->duration[writer->count] = end - start;
    writer->node[writer->count++] = node;
    writer->last = start;
    writer->end = end > writer->end ? end : writer->end;
    writer->early = end < writer->early ? end : writer->early;
}

void archive_event_writer_value(struct event_writer *writer, enum archive_event_value what,
                                uint64_t value)
{
    assert(writer->count > 0);
    writer->values = memory_grow(writer->values, &writer->value_room, writer->value_count + 1,
                                 sizeof *writer->values);
    writer->values[writer->value_count++] =
        (struct value){value, (uint16_t)(writer->count - 1), (uint16_t)what};
}

uint64_t archive_event_writer_rows(const struct event_writer *writer)
{
    return writer->rows + writer->count;
}

bool archive_event_writer_close(struct event_writer *writer, struct error *error)
{
    archive_event_writer_cut(writer);
    bool good = true;
    archive_file_close(writer->files, FILES, &writer->failed);
    errno = writer->failed;
    if (writer->failed)
        good = error_errno(error, "the events cannot be written to %s", writer->folder);
    else if (writer->disordered)
        good = error_set(error, "the events of a lane are not in order");
    release(writer);
    return good;
}
