/* raw.c: see raw.h */
#include "archive/raw/raw.h"

#include "archive/loops/binaries.h"
#include "archive/raw/buffer_names.h"
#include "archive/raw/callers.h"
#include "archive/symbols/addresses.h"
#include "archive/symbols/line_comments.h"
#include "archive/symbols/source_files.h"
#include "archive/table/gathered.h"
#include "archive/table/schema.h"
#include "format/manifest.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdlib.h>
#include <string.h>

/* Makes a table of the strings, as in a sealed archive. */
static void take_strings(struct archive *archive, const struct interned *strings)
{
    uint32_t count = interned_count(strings);
    uint64_t *offset = memory_zeroed((size_t)count + 1, sizeof *offset);
    for (uint32_t i = 0; i < count; i++)
        offset[i + 1] = offset[i] + interned_size(strings, i) + 1;
    char *bytes = memory_zeroed(offset[count] + 1, 1);
    for (uint32_t i = 0; i < count; i++)
        memcpy(bytes + offset[i], interned_text(strings, i), interned_size(strings, i));
    archive_table_init(&archive->string_table, "strings");
    archive_table_add_column(&archive->string_table, "offset", TABLE_U64)->data = offset;
    archive_table_add_column(&archive->string_table, "bytes", TABLE_U8)->data = bytes;
    archive->string_table.rows = count;
    archive->strings = (struct archive_strings){count, offset, bytes};
}

static void read_place(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    archive_raw_find_profiles(
        reader, place); /* before the regions, so that every region of these records is there */
    place->met = interned_new();
    archive_raw_read_regions(reader, place);
    struct archive_raw_loops *loops = archive_raw_begin_loops(reader, place);
    archive_raw_read_profiles(reader, place, loops);
    archive_raw_close_visits(reader, place);
    archive_raw_mark_hidden_visits(reader, place);
    archive_raw_read_loops(loops);
    archive_raw_read_stacks(reader, place);
    archive_raw_read_objects(reader, place);
    archive_raw_read_communicators(reader, place);
    raw_buffer_names_read(reader, place);
    archive_raw_check_files(reader, place);
    archive_raw_add_place(reader, place);
    archive_raw_read_samples(reader, place);
    free(place->rows);
    free(place->facts);
    free(place->callers);
    free(place->files);
    free(place->used);
    free(place->logs);
    free(place->waits);
    free(place->estimates);
    free(place->met_count);
    interned_free(place->met);
}

/* Adds up the visits of each region on all call paths and lanes. Those in its record are of timed
 * visits, as far as they had to be known to decide whether to time more. */
static void count_visits(struct archive *archive)
{
    for (size_t node = 0; node < archive->nodes.rows; node++) {
        uint64_t *visits = &archive->regions.visits[archive->nodes.region[node]];
        *visits = number_add(*visits, archive->nodes.visits[node]);
    }
}

static bool nothing(const struct archive_raw_reader *reader, struct error *error)
{
    const char *path = reader->archive->path;
    if (reader->newer)
        return error_set(
            error, "%s was made by a newer version of Triptych: update this one to read it", path);
    if (reader->skipped)
        return error_set(error, "%s is damaged: nothing in its folder places can be read", path);
    if (!reader->archive->run.known && !archive_folder_has(reader->folder, "places"))
        return error_set(error, "%s is not a Triptych archive: it has neither run.json nor places",
                         path);
    if (archive_folder_has(reader->folder, FORMAT_MANIFEST_FILE) &&
        !archive_folder_has(reader->folder, "places"))
        return error_set(error, "%s is damaged: its folder tables is missing", path);
    return error_set(
        error,
        "%s holds no measurements: the program was not built with `triptych cc`, or ended "
        "before it was measured",
        path);
}

bool archive_raw_read(const struct archive_folder *folder, struct archive *archive,
                      struct error *error)
{
    struct archive_raw_reader reader = {.folder = folder, .archive = archive};
    archive_raw_find_places(&reader);
    archive_raw_drop_unused(&reader);
    if (!reader.place_count)
        return nothing(&reader, error);
    archive_raw_find_deaths(&reader);
    archive->skipped = reader.skipped + archive_gathered_damaged(archive->gathered);
    archive->missing = reader.missing;
    reader.strings = interned_new();
    reader.regions = interned_new();
    reader.routines = interned_new();
    reader.routine_files = interned_new();
    interned_add_text(reader.strings, "");
    archive->events = archive_events_new(folder);
    static const uint32_t outside[7];
    interned_add(reader.regions, outside, sizeof outside); /* row 0: outside all regions */
    archive_schema_init(archive);
    archive_schema_add_rows(archive, SCHEMA_REGIONS, 1);
    archive->regions.unit[0] = ARCHIVE_NONE;
    for (size_t i = 0; i < reader.place_count; i++)
        read_place(&reader, &reader.places[i]);
    count_visits(archive);
    archive_raw_find_data(&reader);
    take_strings(archive, reader.strings);
    interned_free(reader.strings);
    interned_free(reader.regions);
    interned_free(reader.routines);
    free(reader.routine_rows);
    interned_free(reader.routine_files);
    free(reader.file_routines);
    free(reader.next_routine);
    raw_callers_free(&reader);
    raw_buffer_names_free(&reader);
    archive_addresses_free(reader.addresses);
    archive_line_comments_free(reader.line_comments);
    archive_source_files_free(reader.sources);
    archive_loops_binaries_free(reader.binaries);
    free(reader.places);
    return true;
}
