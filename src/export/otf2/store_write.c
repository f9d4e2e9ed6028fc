/* store_write.c: see store.h. Numbers are written with seven bits per byte, the lowest first. */
#include "archive/table/atomic_file.h"
#include "archive/table/column_file.h"
#include "export/otf2/store.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A store that is being written. */
struct foreign_writer {
    char *folder;
    FILE *streams[FOREIGN_STREAMS];
    uint64_t written[FOREIGN_STREAMS];
    struct foreign_lane lane;
    uint64_t before, time; /* of the previous event of this lane */
    struct archive_table lanes;
};

static const char *const names[FOREIGN_STREAMS] = {"definitions", "markers", "events", "ticks"};

/* Writes a number. */
static void put(struct foreign_writer *writer, enum foreign_stream stream, uint64_t value)
{
    FILE *file = writer->streams[stream];
    for (; value >= 0x80; value >>= 7, writer->written[stream]++)
        putc_unlocked((int)(value & 0x7f) | 0x80, file);
    putc_unlocked((int)value, file);
    writer->written[stream]++;
}

static bool open_stream(struct foreign_writer *writer, enum foreign_stream stream,
                        struct error *error)
{
    char *folder = memory_printf("%s/%s", writer->folder, names[stream]);
    char *path = memory_printf("%s/bytes.u8", folder);
    bool good = archive_file_make_folder(folder, error);
    if (good) {
        writer->streams[stream] = fopen(path, "wxe");
        good = writer->streams[stream] || error_errno(error, "%s cannot be written", path);
    }
    free(path);
    free(folder);
    return good;
}

static void init_lanes(struct archive_table *table)
{
    archive_table_init(table, "lanes");
    archive_table_add_column(table, "place", TABLE_U32);
    archive_table_add_column(table, "lane", TABLE_U32);
    archive_table_add_column(table, "location", TABLE_U64);
    archive_table_add_column(table, "first_event", TABLE_U64);
    archive_table_add_column(table, "event_bytes", TABLE_U64);
    archive_table_add_column(table, "first_tick", TABLE_U64);
    archive_table_add_column(table, "tick_bytes", TABLE_U64);
}

struct foreign_writer *foreign_create(const char *archive, struct error *error)
{
    struct foreign_writer *writer = memory_zeroed(1, sizeof *writer);
    writer->folder = memory_printf("%s/" FOREIGN_FOLDER, archive);
    init_lanes(&writer->lanes);
    bool good = archive_file_make_folder(writer->folder, error);
    for (int i = 0; good && i < FOREIGN_STREAMS; i++)
        good = open_stream(writer, (enum foreign_stream)i, error);
    if (good)
        return writer;
    struct error other;
    foreign_close(writer, &other);
    return NULL;
}

void foreign_put_record(struct foreign_writer *writer, enum foreign_stream stream, uint32_t kind,
                        const struct foreign_record *record)
{
    put(writer, stream, kind);
    put(writer, stream, record->count);
    for (size_t i = 0; i < record->count; i++)
        put(writer, stream, record->values[i]);
    put(writer, stream, record->text_count);
    for (size_t i = 0; i < record->text_count; i++) {
        size_t size = record->texts[i].size;
        put(writer, stream, size);
        fwrite(record->texts[i].text, 1, size + 1,
               writer->streams[stream]); /* with its zero byte */
        writer->written[stream] += size + 1;
    }
}

void foreign_begin_lane(struct foreign_writer *writer, uint32_t place, uint32_t lane,
                        uint64_t location)
{
    writer->lane = (struct foreign_lane){.place = place, .lane = lane, .location = location};
    memcpy(writer->lane.first, writer->written, sizeof writer->written);
    writer->before = writer->time = 0;
}

/* Returns a small number for a small step in either direction. */
static uint64_t zigzag(uint64_t step)
{
    return step << 1 ^ (step >> 63 ? UINT64_MAX : 0);
}

void foreign_put_event(struct foreign_writer *writer, const struct foreign_event *event,
                       const struct foreign_record *record)
{
    enum foreign_stream to = FOREIGN_EVENTS_BYTES;
    put(writer, to, event->kind);
    assert(event->before >= writer->before);
    put(writer, to, event->before - writer->before);
    put(writer, to, zigzag(event->time - writer->time));
    put(writer, to, record->count);
    put(writer, to, record->attributes);
    for (size_t i = 0; i < record->count + 3 * record->attributes; i++)
        put(writer, to, record->values[i]);
    writer->before = event->before;
    writer->time = event->time;
}

void foreign_put_ticks(struct foreign_writer *writer, uint64_t low)
{
    put(writer, FOREIGN_TICKS_BYTES, low);
}

void foreign_end_lane(struct foreign_writer *writer)
{
    struct archive_table *table = &writer->lanes;
    const struct foreign_lane *lane = &writer->lane;
    size_t row = table->rows;
    archive_table_add_rows(table, 1);
    ((uint32_t *)table->columns[0].data)[row] = lane->place;
    ((uint32_t *)table->columns[1].data)[row] = lane->lane;
    uint64_t numbers[] = {
        lane->location,
        lane->first[FOREIGN_EVENTS_BYTES],
        writer->written[FOREIGN_EVENTS_BYTES] - lane->first[FOREIGN_EVENTS_BYTES],
        lane->first[FOREIGN_TICKS_BYTES],
        writer->written[FOREIGN_TICKS_BYTES] - lane->first[FOREIGN_TICKS_BYTES],
    };
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        ((uint64_t *)table->columns[2 + i].data)[row] = numbers[i];
}

static bool write_version(const struct foreign_writer *writer, struct error *error)
{
    const uint32_t version = FOREIGN_VERSION;
    char *folder = memory_printf("%s/format", writer->folder);
    char *path = memory_printf("%s/version.u32", folder);
    bool good = archive_file_make_folder(folder, error) &&
                archive_file_write(path, &version, sizeof version, error);
    free(path);
    free(folder);
    return good;
}

static bool write_lanes(const struct foreign_writer *writer, struct error *error)
{
    struct table_file *file = archive_table_file_open(&writer->lanes, writer->folder, error);
    if (!file)
        return false;
    if (writer->lanes.rows)
        archive_table_file_add(file, &writer->lanes, writer->lanes.rows);
    return archive_table_file_close(file, error);
}

bool foreign_close(struct foreign_writer *writer, struct error *error)
{
    bool good = true;
    for (int i = 0; i < FOREIGN_STREAMS; i++) {
        if (!writer->streams[i])
            continue;
        good &= !ferror(writer->streams[i]);
        good &= fclose(writer->streams[i]) == 0;
    }
    if (!good)
        error_errno(error, "%s cannot be written", writer->folder);
    good = good && write_lanes(writer, error) && write_version(writer, error);
    archive_table_free(&writer->lanes);
    free(writer->folder);
    free(writer);
    return good;
}
