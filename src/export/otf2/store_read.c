/* store_read.c: see store.h. Every number and length is checked. */
#include "archive/table/folder.h"
#include "export/otf2/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LANES = 7 }; /* columns of the table of lanes */

/* A file of the store, mapped or read. */
struct column {
    void *data;
    size_t mapped; /* bytes that are mapped; 0: allocated */
    uint64_t size; /* bytes */
};

/* An open store. */
struct foreign_reader {
    struct column streams[FOREIGN_STREAMS];
    struct column lanes[LANES];
    size_t lane_count;
};

/* Maps or reads a file of the store. */
static bool read_column(const char *archive, const char *name, struct column *column,
                        struct error *error)
{
    struct archive_folder folder = {.root = archive};
    struct archive_folder_file file;
    char *path = memory_printf(FOREIGN_FOLDER "/%s", name);
    bool good = archive_folder_open(&folder, path, &file);
    if (good) {
        column->size = file.size;
        column->data = archive_folder_map(&file, &column->mapped);
        archive_folder_close(&file);
        good = column->data;
    }
    if (!good)
        error_set(error, "%s/%s cannot be read", archive, path);
    free(path);
    return good;
}

static void free_column(struct column *column)
{
    if (column->mapped)
        munmap(column->data, column->mapped);
    else
        free(column->data);
}

/* Returns the version of the store; 0 if there is none, or, with an error, if it is another one. */
static uint32_t version_of(const char *archive, struct error *error)
{
    struct archive_folder folder = {.root = archive};
    struct archive_folder_file file;
    uint32_t version = 0;
    if (!archive_folder_open(&folder, FOREIGN_FOLDER "/format/version.u32", &file))
        return 0;
    archive_folder_read(&file, 0, &version, sizeof version);
    archive_folder_close(&file);
    if (version == FOREIGN_VERSION)
        return version;
    error_set(error, "%s/" FOREIGN_FOLDER " was made by another version of Triptych, or is damaged",
              archive);
    return 0;
}

/* Opens all files of the store, and checks the sizes of the table of lanes. */
static bool read_all(struct foreign_reader *reader, const char *archive, struct error *error)
{
    static const char *const streams[FOREIGN_STREAMS] = {"definitions/bytes.u8", "markers/bytes.u8",
                                                         "events/bytes.u8", "ticks/bytes.u8"};
    static const char *const lanes[LANES] = {"lanes/place.u32",       "lanes/lane.u32",
                                             "lanes/location.u64",    "lanes/first_event.u64",
                                             "lanes/event_bytes.u64", "lanes/first_tick.u64",
                                             "lanes/tick_bytes.u64"};
    for (int i = 0; i < FOREIGN_STREAMS; i++) {
        if (!read_column(archive, streams[i], &reader->streams[i], error))
            return false;
    }
    for (int i = 0; i < LANES; i++) {
        if (!read_column(archive, lanes[i], &reader->lanes[i], error))
            return false;
    }
    reader->lane_count = (size_t)(reader->lanes[0].size / sizeof(uint32_t));
    for (int i = 0; i < LANES; i++) {
        size_t size = i < 2 ? sizeof(uint32_t) : sizeof(uint64_t);
        if (reader->lanes[i].size != reader->lane_count * size)
            return error_set(error, "%s/" FOREIGN_FOLDER "/%s is damaged", archive, lanes[i]);
    }
    return true;
}

struct foreign_reader *foreign_open(const char *archive, struct error *error)
{
    *error = (struct error){0};
    if (!version_of(archive, error))
        return NULL;
    struct foreign_reader *reader = memory_zeroed(1, sizeof *reader);
    if (read_all(reader, archive, error))
        return reader;
    foreign_free(reader);
    return NULL;
}

void foreign_free(struct foreign_reader *reader)
{
    if (!reader)
        return;
    for (int i = 0; i < FOREIGN_STREAMS; i++)
        free_column(&reader->streams[i]);
    for (int i = 0; i < LANES; i++)
        free_column(&reader->lanes[i]);
    free(reader);
}

size_t foreign_lane_count(const struct foreign_reader *reader)
{
    return reader->lane_count;
}

struct foreign_lane foreign_lane_at(const struct foreign_reader *reader, size_t number)
{
    const uint64_t *numbers[LANES];
    assert(number < reader->lane_count);
    for (int i = 2; i < LANES; i++)
        numbers[i] = reader->lanes[i].data;
    return (struct foreign_lane){
        .place = ((const uint32_t *)reader->lanes[0].data)[number],
        .lane = ((const uint32_t *)reader->lanes[1].data)[number],
        .location = numbers[2][number],
        .first = {[FOREIGN_EVENTS_BYTES] = numbers[3][number],
                  [FOREIGN_TICKS_BYTES] = numbers[5][number]},
        .size = {[FOREIGN_EVENTS_BYTES] = numbers[4][number],
                 [FOREIGN_TICKS_BYTES] = numbers[6][number]},
    };
}

struct foreign_cursor foreign_seek(const struct foreign_reader *reader, enum foreign_stream stream,
                                   uint64_t first, uint64_t size)
{
    const struct column *column = &reader->streams[stream];
    struct foreign_cursor cursor = {0};
    if (first > column->size || size > column->size - first) {
        cursor.damaged = true;
        return cursor;
    }
    cursor.at = (const uint8_t *)column->data + first;
    cursor.end = cursor.at + size;
    return cursor;
}

struct foreign_cursor foreign_seek_all(const struct foreign_reader *reader,
                                       enum foreign_stream stream)
{
    return foreign_seek(reader, stream, 0, reader->streams[stream].size);
}

/* Reads a number. */
static uint64_t take(struct foreign_cursor *cursor)
{
    uint64_t value = 0;
    for (unsigned shift = 0; cursor->at < cursor->end && shift < 64; shift += 7) {
        uint8_t byte = *cursor->at++;
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (!(byte & 0x80))
            return value;
    }
    cursor->damaged = true;
    return 0;
}

/* Reads `count` values into a record. */
static bool take_values(struct foreign_cursor *cursor, struct foreign_record *record,
                        uint64_t count)
{
    record->count = record->text_count = 0;
    if (count > (uint64_t)(cursor->end - cursor->at))
        cursor->damaged = true;
    for (uint64_t i = 0; i < count && !cursor->damaged; i++)
        foreign_add(record, take(cursor));
    return !cursor->damaged;
}

/* Reads a text, which ends with a zero byte. */
static bool take_text(struct foreign_cursor *cursor, struct foreign_record *record)
{
    uint64_t size = take(cursor);
    if (cursor->damaged || size >= (uint64_t)(cursor->end - cursor->at) || cursor->at[size] ||
        record->text_count == FOREIGN_TEXTS) {
        cursor->damaged = true;
        return false;
    }
    record->texts[record->text_count++] =
        (struct foreign_text){(const char *)cursor->at, (size_t)size};
    cursor->at += size + 1;
    return true;
}

bool foreign_read_record(struct foreign_cursor *cursor, uint32_t *kind,
                         struct foreign_record *record)
{
    if (cursor->at == cursor->end || cursor->damaged)
        return false;
    *kind = (uint32_t)take(cursor);
    record->attributes = 0;
    if (!take_values(cursor, record, take(cursor)))
        return false;
    uint64_t texts = take(cursor);
    for (uint64_t i = 0; i < texts; i++) {
        if (!take_text(cursor, record))
            return false;
    }
    return !cursor->damaged;
}

bool foreign_read_event(struct foreign_cursor *cursor, struct foreign_event *event,
                        struct foreign_record *record)
{
    if (cursor->at == cursor->end || cursor->damaged)
        return false;
    event->kind = (uint32_t)take(cursor);
    event->before = cursor->before += take(cursor);
    uint64_t step = take(cursor);
    event->time = cursor->time += step >> 1 ^ (step & 1 ? UINT64_MAX : 0);
    uint64_t count = take(cursor), attributes = take(cursor);
    if (attributes > (uint64_t)(cursor->end - cursor->at) ||
        count > (uint64_t)(cursor->end - cursor->at) ||
        !take_values(cursor, record, count + 3 * attributes)) {
        cursor->damaged = true;
        return false;
    }
    record->count = (size_t)count;
    record->attributes = (size_t)attributes;
    return true;
}

uint64_t foreign_read_ticks(struct foreign_cursor *cursor)
{
    return cursor->at == cursor->end ? 0 : take(cursor);
}
