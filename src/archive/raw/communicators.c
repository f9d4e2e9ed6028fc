/* communicators.c: reads the communicators that a rank of MPI knows, and their members. */
#include "archive/raw/raw.h"

#include "archive/table/schema.h"
#include "format/communicator.h"
#include "util/memory.h"

#include <stdio.h>
#include <stdlib.h>

/* Opens a file of the place. False if there is none. */
static bool open_file(const struct archive_raw_reader *reader,
                      const struct archive_raw_place *place, const char *name,
                      struct archive_folder_file *file)
{
    char path[RAW_PATH];
    snprintf(path, sizeof path, "places/%u/%s", place->record.number, name);
    return archive_folder_open(reader->folder, path, file);
}

/* Reads the records behind the header, which the caller frees; sets the number of records and of
 * members. NULL if there are none. */
static struct format_communicator *read_records(const struct archive_raw_reader *reader,
                                                struct archive_raw_place *place, size_t *count,
                                                uint64_t *members)
{
    struct archive_folder_file file;
    struct format_communicators_header header = {0};
    *count = 0;
    *members = 0;
    if (!open_file(reader, place, "communicators", &file))
        return NULL; /* the place is no rank */
    size_t size = archive_folder_read(&file, 0, &header, sizeof header);
    struct format_communicator *records = NULL;
    if (size == sizeof header && header.magic == FORMAT_COMMUNICATORS_MAGIC &&
        format_is_readable(header.version)) {
        uint64_t used = file.size / sizeof *records;
        if (header.used < used)
            used = header.used;
        size_t want = used ? (size_t)used - 1 : 0;
        records = memory_zeroed(want + 1, sizeof *records);
        *count = archive_folder_read(&file, sizeof header, records, want * sizeof *records) /
                 sizeof *records;
        *members = header.members_used;
    } else if (size != sizeof header || header.magic) {
        place->bad_files++;
    }
    archive_folder_close(&file);
    return records;
}

/* Adds the place's members to the table; returns how many there are. */
static uint64_t add_members(struct archive_raw_reader *reader,
                            const struct archive_raw_place *place, uint64_t used)
{
    struct archive_folder_file file;
    struct archive_members *all = &reader->archive->members;
    size_t first = all->rows;
    if (!used || !open_file(reader, place, "members", &file))
        return 0;
    uint64_t there = file.size / sizeof *all->rank;
    size_t want = (size_t)(used < there ? used : there);
    archive_schema_add_rows(reader->archive, SCHEMA_MEMBERS, want);
    size_t got =
        want ? archive_folder_read(&file, 0, all->rank + first, want * sizeof *all->rank) : 0;
    archive_folder_close(&file);
    archive_schema_set_rows(reader->archive, SCHEMA_MEMBERS, first + got / sizeof *all->rank);
    return got / sizeof *all->rank;
}

static bool makes_sense(const struct format_communicator *record, uint64_t members)
{
    uint64_t count = (uint64_t)record->size + record->remote_size;
    if (record->kind == FORMAT_COMMUNICATOR_NAMED || record->kind == FORMAT_COMMUNICATOR_ANONYMOUS)
        return !record->size && !record->remote_size && record->members == FORMAT_NO_MEMBERS;
    return record->kind <= FORMAT_COMMUNICATOR_ALONE && record->rank < record->size &&
           (record->members == FORMAT_NO_MEMBERS ||
            (record->members <= members && count <= members - record->members));
}

static uint64_t moment_of(const struct archive_raw_place *place, uint64_t tick)
{
    if (!tick || place->record.clock == FORMAT_CLOCK_CPU) /* each lane has a clock of its own */
        return 0;
    return archive_ticks_time(&place->moments, tick);
}

static void add_communicator(struct archive_raw_reader *reader,
                             const struct archive_raw_place *place,
                             const struct format_communicator *record, size_t number, size_t first)
{
    size_t row = reader->archive->communicators.rows;
    archive_schema_add_rows(reader->archive, SCHEMA_COMMUNICATORS, 1);
    struct archive_communicators *all = &reader->archive->communicators;
    all->place[row] = (uint32_t)(place - reader->places);
    all->number[row] = (uint32_t)number;
    all->id[row] = record->id;
    all->kind[row] = record->kind;
    all->rank[row] = record->rank;
    all->size[row] = record->size;
    all->remote_size[row] = record->remote_size;
    all->first_member[row] =
        record->members == FORMAT_NO_MEMBERS ? ARCHIVE_UNKNOWN : first + record->members;
    all->made[row] = moment_of(place, record->made);
    all->freed[row] = moment_of(place, record->freed);
    all->together[row] = record->together;
    all->exchange_lane[row] = record->exchange_lane - 1; /* 0 becomes ARCHIVE_NONE */
    all->exchange_to[row] = record->exchange_to - 1;
    all->exchange_tag[row] = record->exchange_tag;
}

void archive_raw_read_communicators(struct archive_raw_reader *reader,
                                    struct archive_raw_place *place)
{
    size_t count, first = reader->archive->members.rows;
    uint64_t used;
    struct format_communicator *records = read_records(reader, place, &count, &used);
    uint64_t members = add_members(reader, place, used);
    for (size_t i = 0; i < count; i++) {
        if (!records[i].kind)
            continue; /* it was just being made */
        if (makes_sense(&records[i], members))
            add_communicator(reader, place, &records[i], i + 1, first);
        else
            place->bad_communicators++;
    }
    free(records);
}
