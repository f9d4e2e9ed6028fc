/* place.c: see place.h; the place and what its lanes share. */
#include "archive/write/place.h"

#include "archive/table/atomic_file.h"
#include "archive/write/place_state.h"
#include "format/communicator.h"
#include "format/place.h"
#include "format/region.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

union region {
    struct format_regions_header header;
    struct format_region record;
};

union communicator {
    struct format_communicators_header header;
    struct format_communicator record;
};

struct raw_write {
    char *folder;
    struct format_place record;
    uint64_t last;         /* latest end of its lanes */
    union region *regions; /* record 0 is the header */
    size_t region_count, region_room;
    char *strings;
    size_t string_count, string_room;
    union communicator *communicators; /* record 0 is the header */
    size_t communicator_count, communicator_room;
    uint32_t *members;
    size_t member_count, member_room;
    size_t regions_written, communicators_written;
};

static uint32_t add_text(struct raw_write *place, const char *text)
{
    size_t size = text ? strlen(text) + 1 : 1, at = place->string_count;
    if (size == 1)
        return 0;
    if (size > UINT32_MAX - at)
        return 0;
    place->strings = memory_grow(place->strings, &place->string_room, at + size, 1);
    memcpy(place->strings + at, text, size);
    place->string_count += size;
    return (uint32_t)at;
}

static void copy_field(char *field, size_t room, const char *text)
{
    size_t size = text ? strnlen(text, room - 1) : 0;
    memset(field, 0, room);
    if (size)
        memcpy(field, text, size);
}

void archive_raw_write_tell(struct raw_write *place, const struct archive_raw_write_about *about)
{
    struct format_moment start = {about->start, about->start, about->real_start};
    struct format_place *record = &place->record;
    *record = (struct format_place){
        .magic = FORMAT_PLACE_MAGIC,
        .version = FORMAT_VERSION,
        .number = about->number,
        .pid = about->pid,
        .parent_pid = about->parent_pid,
        .parent_place = about->parent == ARCHIVE_NONE ? -1 : (int32_t)about->parent,
        .clock = about->clock == FORMAT_CLOCK_CPU ? FORMAT_CLOCK_CPU : FORMAT_CLOCK_MONOTONIC,
        .ticks_per_second = UINT64_C(1000000000),
        .start = start,
        .last = start,
        .state = about->state,
        .end = about->end,
        .lanes = record->lanes,
        .events = FORMAT_EVENTS_ALL,
        .collects = (uint8_t)about->collects,
        .openmp = (uint8_t)about->openmp,
        .rank = about->rank,
        .ranks = about->ranks,
        .job = about->job,
    };
    copy_field(record->host, sizeof record->host, about->host);
    copy_field(record->program, sizeof record->program, about->program);
    copy_field(record->why, sizeof record->why, about->why);
    copy_field(record->command, sizeof record->command, about->command);
    for (size_t i = 0; i < sizeof record->command; i++) {
        if (record->command[i] == ' ')
            record->command[i] = '\0';
    }
}

struct raw_write *archive_raw_write_open(const char *archive,
                                         const struct archive_raw_write_about *about,
                                         struct error *error)
{
    char *folder = memory_printf("%s/places/%u", archive, about->number);
    if (!archive_file_make_folder(folder, error)) {
        free(folder);
        return NULL;
    }
    struct raw_write *place = memory_zeroed(1, sizeof *place);
    place->folder = folder;
    place->last = about->start;
    archive_raw_write_tell(place, about);
    place->regions = memory_grow(NULL, &place->region_room, 1, sizeof *place->regions);
    place->communicators =
        memory_grow(NULL, &place->communicator_room, 1, sizeof *place->communicators);
    place->region_count = place->communicator_count = 1;
    place->strings = memory_grow(NULL, &place->string_room, 1, 1);
    place->strings[place->string_count++] = '\0';
    return place;
}

uint32_t archive_raw_write_region(struct raw_write *place,
                                  const struct archive_raw_write_region *region)
{
    size_t number = place->region_count++;
    place->regions =
        memory_grow(place->regions, &place->region_room, number + 1, sizeof *place->regions);
    place->regions[number].record = (struct format_region){
        .kind = region->kind,
        .flags = region->flags,
        .mode = region->mode ? region->mode : TRI_TIME,
        .reason = region->reason,
        .seq = region->seq,
        .line = region->line,
        .end_line = region->end_line,
        .routine = region->routine,
        .name = add_text(place, region->name),
        .file = add_text(place, region->file),
        .dir = add_text(place, region->dir),
        .note = add_text(place, region->note),
    };
    return (uint32_t)number;
}

uint32_t archive_raw_write_communicator(struct raw_write *place,
                                        const struct archive_raw_write_communicator *communicator)
{
    size_t number = place->communicator_count++, first = place->member_count;
    size_t count = (size_t)communicator->size + communicator->remote_size;
    place->communicators = memory_grow(place->communicators, &place->communicator_room, number + 1,
                                       sizeof *place->communicators);
    place->communicators[number].record = (struct format_communicator){
        .id = communicator->id,
        .kind = communicator->kind,
        .rank = communicator->rank,
        .size = communicator->size,
        .remote_size = communicator->remote_size,
        .members = communicator->members ? first : FORMAT_NO_MEMBERS,
        .made = communicator->made,
        .freed = communicator->freed,
    };
    if (communicator->members && count) {
        place->members =
            memory_grow(place->members, &place->member_room, first + count, sizeof(uint32_t));
        memcpy(place->members + first, communicator->members, count * sizeof(uint32_t));
        place->member_count += count;
    }
    return (uint32_t)number;
}

/* Writes a file atomically: the new one replaces the old one when it is complete. */
static bool write_file(const struct raw_write *place, const char *name, const void *data,
                       size_t size, struct error *error)
{
    char *path = memory_printf("%s/%s", place->folder, name);
    char *part = memory_printf("%s.part", path);
    bool good = archive_file_write(part, data, size, error);
    if (good && rename(part, path) != 0)
        good = error_errno(error, "%s cannot be written", path);
    free(part);
    free(path);
    return good;
}

static bool write_regions(struct raw_write *place, struct error *error)
{
    if (place->regions_written == place->region_count)
        return true;
    place->regions[0].header = (struct format_regions_header){
        .magic = FORMAT_REGIONS_MAGIC,
        .version = FORMAT_VERSION,
        .used = place->region_count,
        .strings_used = place->string_count,
    };
    bool good = write_file(place, "strings", place->strings, place->string_count, error) &&
                write_file(place, "regions", place->regions,
                           place->region_count * sizeof *place->regions, error);
    if (good)
        place->regions_written = place->region_count;
    return good;
}

static bool write_communicators(struct raw_write *place, struct error *error)
{
    if (place->communicator_count == 1 || place->communicators_written == place->communicator_count)
        return true;
    place->communicators[0].header = (struct format_communicators_header){
        .magic = FORMAT_COMMUNICATORS_MAGIC,
        .version = FORMAT_VERSION,
        .used = place->communicator_count,
        .members_used = place->member_count,
    };
    bool good = write_file(place, "members", place->members, place->member_count * sizeof(uint32_t),
                           error) &&
                write_file(place, "communicators", place->communicators,
                           place->communicator_count * sizeof *place->communicators, error);
    if (good)
        place->communicators_written = place->communicator_count;
    return good;
}

/* Writes the description, padded to a page. */
static bool write_place(const struct raw_write *place, struct error *error)
{
    struct format_place *page = memory_zeroed(1, FORMAT_PLACE_SIZE);
    *page = place->record;
    if (!page->end)
        page->end = place->last;
    bool good = write_file(place, "place", page, FORMAT_PLACE_SIZE, error);
    free(page);
    return good;
}

const char *raw_write_folder(const struct raw_write *place)
{
    return place->folder;
}

uint32_t raw_write_lane_number(struct raw_write *place)
{
    return (uint32_t)place->record.lanes++;
}

bool raw_write_lane_done(struct raw_write *place, uint64_t end, struct error *error)
{
    if (end > place->last)
        place->last = end;
    return write_regions(place, error) && write_communicators(place, error) &&
           write_place(place, error);
}

bool archive_raw_write_close(struct raw_write *place, struct error *error)
{
    bool good = raw_write_lane_done(place, 0, error);
    free(place->folder);
    free(place->regions);
    free(place->strings);
    free(place->communicators);
    free(place->members);
    free(place);
    return good;
}
