/* regions.c: reads the region table of a process. */
#include "archive/raw/call_sites.h"
#include "archive/raw/callers.h"
#include "archive/raw/captures.h"

#include "archive/table/schema.h"
#include "format/act.h"
#include "format/region.h"
#include "format/variables.h"
#include "format/vocabulary.h"
#include "util/memory.h"
#include "util/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <triptych/probes.h>

struct raw_regions {
    struct format_region *rows; /* copied; row 0 is the header */
    size_t count;
    char *strings;
    size_t strings_size;
};

static bool read_header(const struct archive_folder_file *file,
                        struct format_regions_header *header)
{
    return archive_folder_read(file, 0, header, sizeof *header) == sizeof *header &&
           header->magic == FORMAT_REGIONS_MAGIC && format_is_readable(header->version);
}

static void read_rows(struct archive_raw_reader *reader, struct archive_raw_place *place,
                      struct raw_regions *raw)
{
    char path[RAW_PATH];
    struct archive_folder_file file;
    struct format_regions_header header = {0};
    snprintf(path, sizeof path, "places/%u/regions", place->record.number);
    if (!archive_folder_open(reader->folder, path, &file) || !read_header(&file, &header)) {
        place->bad_files++;
        return;
    }
    uint64_t count = file.size / sizeof *raw->rows;
    if (header.used < count)
        count = header.used;
    raw->rows = memory_zeroed((size_t)count, sizeof *raw->rows);
    raw->count = archive_folder_read(&file, 0, raw->rows, (size_t)count * sizeof *raw->rows) /
                 sizeof *raw->rows;
    archive_folder_close(&file);
    snprintf(path, sizeof path, "places/%u/strings", place->record.number);
    size_t limit = header.strings_used < SIZE_MAX / 2 ? (size_t)header.strings_used : SIZE_MAX / 2;
    raw->strings = archive_folder_read_all(reader->folder, path, limit, &raw->strings_size);
    if (!raw->strings)
        place->bad_files++;
}

static void release(struct raw_regions *raw)
{
    free(raw->rows);
    free(raw->strings);
}

/* Returns the text at an offset; NULL if the offset is outside or the text has no end. */
static const char *text_at(const struct raw_regions *raw, uint32_t offset)
{
    if (!offset)
        return "";
    if (!raw->strings || offset >= raw->strings_size)
        return NULL;
    const char *text = raw->strings + offset;
    return memchr(text, '\0', raw->strings_size - offset) ? text : NULL;
}

/* Interns the text at an offset. False if there is none. */
static bool take_text(struct archive_raw_reader *reader, const struct raw_regions *raw,
                      uint32_t offset, uint32_t *string)
{
    const char *text = text_at(raw, offset);
    *string = text && offset ? interned_add_text(reader->strings, text) : 0;
    return text != NULL;
}

/* Interns the note of a region; if it lists callers, sets these instead. False if it is damaged. */
static bool take_note(struct archive_raw_reader *reader, struct archive_raw_place *place,
                      const struct raw_regions *raw, size_t i, uint32_t *note)
{
    const char *text = text_at(raw, raw->rows[i].note), *module = text_at(raw, raw->rows[i].file);
    *note = 0;
    if (text && *text == FORMAT_VARIABLES)
        return true; /* see captures.h */
    if (!text || !raw_tells_callers(text))
        return take_text(reader, raw, raw->rows[i].note, note);
    place->callers[i] = raw_callers(reader, place, text, module ? module : "");
    return true;
}

static bool is_known_kind(uint32_t kind)
{
    return format_region_word(kind) != NULL;
}

static uint32_t routine_row(const struct archive_raw_place *place, const struct raw_regions *raw,
                            uint32_t routine)
{
    if (!routine || routine >= raw->count || raw->rows[routine].kind != TRI_KIND_ROUTINE ||
        place->rows[routine] == ARCHIVE_NONE)
        return 0;
    return place->rows[routine];
}

/* Says why the bytes of some visits of a described function's call are not known. */
static void note_unsized(struct archive_raw_reader *reader, uint32_t row)
{
    struct archive_regions *all = &reader->archive->regions;
    const uint32_t why = all->flags[row] & FORMAT_UNSIZED_FLAGS;
    if (!why || all->note[row])
        return;
    char text[160];
    if (why & FORMAT_TOO_OFTEN)
        snprintf(text, sizeof text,
                 "bytes not counted: acts and sums of a call are repeated %d times at most; an "
                 "expression without `for` can count more",
                 FORMAT_VOCABULARY_MOST);
    else
        snprintf(text, sizeof text, "%s",
                 "bytes not counted: of some calls, what the vocabulary computes them from is not "
                 "known");
    all->note[row] = interned_add_text(reader->strings, text);
}

static bool add_region(struct archive_raw_reader *reader, struct archive_raw_place *place,
                       const struct raw_regions *raw, size_t i)
{
    const struct format_region *region = &raw->rows[i];
    struct archive_region_key key = {
        .kind = region->kind, .line = region->line, .seq = region->seq};
    uint32_t note;
    if (!take_text(reader, raw, region->name, &key.name) ||
        !take_text(reader, raw, region->file, &key.file) ||
        !take_text(reader, raw, region->dir, &key.dir) || !take_note(reader, place, raw, i, &note))
        return false;
    if (region->kind != TRI_KIND_ROUTINE)
        key.routine = routine_row(place, raw, region->routine);
    if (raw_find_site(reader, place, &key))
        place->callers[i] =
            0; /* main's callers belong to the compiler: Fortran's main program is called by C's */
    bool is_new;
    uint32_t row = archive_raw_region_row(reader, region, &key, &is_new);
    if (is_new)
        reader->archive->regions.note[row] = note;
    if (is_new)
        archive_raw_captures(reader, row, text_at(raw, region->note));
    else
        archive_raw_region_join(&reader->archive->regions, row, region);
    note_unsized(reader, row);
    place->rows[i] = row;
    return true;
}

/* Adds the routines, or all other regions: these are identified by the routine around them, so
 * routines come first. */
static void add_all(struct archive_raw_reader *reader, struct archive_raw_place *place,
                    const struct raw_regions *raw, bool routines)
{
    for (size_t i = 1; i < raw->count; i++) {
        uint32_t kind = raw->rows[i].kind;
        if (!kind || (kind == TRI_KIND_ROUTINE) != routines)
            continue; /* kind 0: not complete yet */
        if (!is_known_kind(kind) || !add_region(reader, place, raw, i))
            place->bad_regions++;
    }
}

static uint8_t facts_of(const struct archive_raw_place *place, const struct format_region *raw)
{
    bool counted = raw->mode == TRI_COUNT;
    bool unwanted = raw->reason == FORMAT_EXCLUDED || raw->reason == FORMAT_HOT;
    /* the first version timed nothing more once it had throttled a region */
    bool throttled = raw->reason == FORMAT_THROTTLED && place->record.version == 1;
    return (uint8_t)((counted || throttled ? RAW_UNTIMED : 0) |
                     (raw->flags & FORMAT_FILTERED ? RAW_FILTERED : 0) |
                     (raw->mode == TRI_OFF || unwanted ? RAW_OFF : 0) |
                     (counted && unwanted ? RAW_CARRIER : 0));
}

void archive_raw_read_regions(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    struct raw_regions raw = {0};
    read_rows(reader, place, &raw);
    place->region_count = raw.count;
    place->rows = memory_zeroed(raw.count + 1, sizeof *place->rows);
    place->facts = memory_zeroed(raw.count + 1, sizeof *place->facts);
    place->callers = memory_zeroed(raw.count + 1, sizeof *place->callers);
    for (size_t i = 1; i < raw.count; i++) {
        place->rows[i] = ARCHIVE_NONE;
        place->facts[i] = facts_of(place, &raw.rows[i]);
    }
    add_all(reader, place, &raw, true);
    add_all(reader, place, &raw, false);
    release(&raw);
}
