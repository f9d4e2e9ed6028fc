/* lengths.c: finds files of a process that are missing, or shorter than their headers say. */
#include "archive/raw/raw.h"

#include "archive/table/gathered.h"
#include "archive/table/intact.h"
#include "format/communicator.h"
#include "format/event.h"
#include "format/light.h"
#include "format/loops.h"
#include "format/object.h"
#include "format/profile.h"
#include "format/region.h"
#include "format/stacks.h"
#include "util/number.h"

#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { USED_AT = 16 }; /* offset of the number of used records in all headers */

_Static_assert(offsetof(struct format_header, used) == USED_AT &&
                   offsetof(struct format_regions_header, used) == USED_AT &&
                   offsetof(struct format_objects_header, used) == USED_AT &&
                   offsetof(struct format_lights_header, used) == USED_AT &&
                   offsetof(struct format_communicators_header, used) == USED_AT &&
                   offsetof(struct format_contexts, used) == USED_AT &&
                   offsetof(struct format_lost_header, used) == USED_AT &&
                   offsetof(struct format_stacks_header, used) == USED_AT,
               "headers");

static const struct {
    const char *prefix; /* of the file's name */
    size_t record;
} kinds[] = {
    {"profile-", FORMAT_RECORD_SIZE},
    {"regions", sizeof(struct format_region)},
    {"objects", sizeof(struct format_object)},
    {"lights", sizeof(struct format_light)},
    {"communicators", sizeof(struct format_communicator)},
    {"loops-", FORMAT_CONTEXT_RECORD},
    {"lost-", sizeof(struct format_lost)},
    {"stacks-", FORMAT_STACKS_RECORD},
};

/* Returns the size of a file of the place; 0 if it is missing. */
static uint64_t size_of(const struct archive_raw_reader *reader,
                        const struct archive_raw_place *place, const char *name)
{
    char path[RAW_PATH + NAME_MAX];
    struct archive_folder_file file;
    snprintf(path, sizeof path, "places/%u/%s", place->record.number, name);
    if (!archive_folder_open(reader->folder, path, &file))
        return 0;
    uint64_t size = file.size;
    archive_folder_close(&file);
    return size;
}

/* Returns a number in the header of a file; 0 if it is not there. */
static uint64_t number_in(const struct archive_raw_reader *reader,
                          const struct archive_raw_place *place, const char *name, uint64_t offset)
{
    char path[RAW_PATH + NAME_MAX];
    struct archive_folder_file file;
    uint64_t number = 0;
    snprintf(path, sizeof path, "places/%u/%s", place->record.number, name);
    if (!archive_folder_open(reader->folder, path, &file))
        return 0;
    if (archive_folder_read(&file, offset, &number, sizeof number) != sizeof number)
        number = 0;
    archive_folder_close(&file);
    return number;
}

/* Returns the least size of an event log: the slots in use, and the pieces that have left them. */
static uint64_t bytes_of_log(const struct archive_raw_reader *reader,
                             const struct archive_raw_place *place, const char *name)
{
    uint64_t written = number_in(reader, place, name, offsetof(struct format_events, written));
    uint64_t pieces = number_in(reader, place, name, offsetof(struct format_events, pieces));
    uint64_t limit = number_in(reader, place, name, offsetof(struct format_events, limit));
    uint64_t behind = limit && written > limit ? limit : written;
    uint64_t slots = pieces < FORMAT_SLOTS ? pieces : FORMAT_SLOTS;
    if (!written)
        return pieces ? FORMAT_SLOTS_AT + slots * FORMAT_PIECE_SIZE : sizeof(struct format_events);
    return number_add(FORMAT_PIECES_AT, number_scale(behind, FORMAT_PIECE_SIZE, 1));
}

static bool is_truncated(const struct archive_raw_reader *reader,
                         const struct archive_raw_place *place, const char *name)
{
    uint64_t need = 0, size = size_of(reader, place, name);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        if (!strncmp(name, kinds[i].prefix, strlen(kinds[i].prefix)))
            need = number_scale(number_in(reader, place, name, USED_AT), kinds[i].record, 1);
    }
    if (!strncmp(name, "events-", 7))
        need = bytes_of_log(reader, place, name);
    return size < need;
}

/* Counts truncated files whose length is in the header of another file: strings and members. */
static uint64_t count_short(const struct archive_raw_reader *reader,
                            const struct archive_raw_place *place)
{
    uint64_t texts =
        number_in(reader, place, "regions", offsetof(struct format_regions_header, strings_used));
    uint64_t members = number_in(reader, place, "communicators",
                                 offsetof(struct format_communicators_header, members_used));
    bool no_texts = size_of(reader, place, "strings") < texts;
    bool no_members =
        size_of(reader, place, "members") < number_scale(members, sizeof(uint32_t), 1);
    return (uint64_t)no_texts + no_members;
}

/* Counts event logs that a profile refers to and that are missing. */
static uint64_t count_logs(const struct archive_raw_reader *reader,
                           const struct archive_raw_place *place)
{
    uint64_t missing = 0;
    for (size_t i = 0; i < place->file_count; i++) {
        char profile[RAW_PATH], log[RAW_PATH];
        snprintf(profile, sizeof profile, "profile-%u", place->files[i]);
        snprintf(log, sizeof log, "events-%u", place->files[i]);
        missing += number_in(reader, place, profile, offsetof(struct format_header, logged)) == 1 &&
                   !size_of(reader, place, log);
    }
    return missing;
}

/* True if the place was gathered by another one and has no folder here. */
static bool is_gathered(const struct archive_raw_reader *reader,
                        const struct archive_raw_place *place)
{
    const struct gathered *gathered = reader->folder->gathered;
    bool found = false;
    for (size_t i = 0; gathered && i < archive_gathered_count(gathered) && !found; i++)
        found = archive_gathered_number(gathered, i) == place->record.number;
    return found;
}

void archive_raw_check_files(const struct archive_raw_reader *reader,
                             struct archive_raw_place *place)
{
    char path[RAW_PATH];
    size_t lanes = reader->archive->lanes.rows - place->first_lane;
    if (place->alive) /* its files grow while they are checked */
        return;
    snprintf(path, sizeof path, "places/%u", place->record.number);
    char **names = archive_folder_names(reader->folder, path);
    for (char **name = names; *name; name++)
        place->truncated_files += is_truncated(reader, place, *name);
    archive_folder_free_names(names);
    place->truncated_files += count_short(reader, place);
    place->lost_files += count_logs(reader, place);
    if (place->record.state == FORMAT_PLACE_EXITED && lanes < place->record.lanes)
        place->lost_lanes = place->record.lanes - lanes;
    snprintf(path, sizeof path, "places/%u/", place->record.number);
    if (reader->archive->intact && !is_gathered(reader, place))
        place->changed_files = archive_intact_count(reader->archive->intact, path);
}
