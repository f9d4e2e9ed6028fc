/* stacks.c: reads sampled call paths: addresses become routines, with those that the compiler
 * inlined between them. */
#include "archive/raw/raw.h"

#include "archive/symbols/addresses.h"
#include "archive/table/schema.h"
#include "format/stacks.h"
#include "util/memory.h"
#include "util/number.h"
#include "util/pairs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LOST "(lost)" /* samples for which the program had no room */

enum {
    LARGEST = 1 << 28,   /* bytes of a file that are read */
    LONGEST_PATH = 4096, /* of a module */
    MOST_INLINED = 64,
};

/* A routine as it is shown. */
struct routine {
    const char *name, *binary, *file;
    uint32_t line;
    bool inlined;
};

/* One file while it is read. */
struct reading {
    struct archive_raw_reader *reader;
    struct archive_raw_place *place;
    const struct format_stacks_record *records;
    uint32_t count;
    uint64_t period;
    uint32_t *rows;           /* by record: its row; ARCHIVE_NONE: outermost */
    uint32_t *lanes;          /* by record: row of its lane; ARCHIVE_NONE: not known */
    char **modules;           /* by record of a module: its path, to be freed */
    struct interned *met;     /* routines */
    struct pairs lane_rows;   /* (lane, routine) -> row without parent */
    struct pairs parent_rows; /* (parent's row, routine) -> row */
};

/* Returns the row of a routine below a parent, made if there is none yet. */
static uint32_t row_of(struct reading *reading, uint32_t lane, uint32_t parent,
                       const struct routine *routine)
{
    struct archive *archive = reading->reader->archive;
    struct interned *strings = reading->reader->strings;
    uint32_t key[] = {interned_add_text(strings, routine->name),
                      interned_add_text(strings, routine->binary),
                      interned_add_text(strings, routine->file), routine->line, routine->inlined};
    uint32_t number = interned_add(reading->met, key, sizeof key);
    uint32_t next = (uint32_t)archive->stacks.rows;
    uint32_t row = parent == ARCHIVE_NONE ? pairs_add(&reading->lane_rows, lane, number, next)
                                          : pairs_add(&reading->parent_rows, parent, number, next);
    if (row != next)
        return row;
    archive_schema_add_rows(archive, SCHEMA_STACKS, 1);
    struct archive_stacks *all = &archive->stacks;
    all->lane[row] = lane;
    all->parent[row] = parent;
    all->name[row] = key[0];
    all->binary[row] = key[1];
    all->file[row] = key[2];
    all->line[row] = routine->line;
    all->inlined[row] = routine->inlined;
    return row;
}

static void add_samples(struct reading *reading, uint32_t row, uint64_t samples)
{
    struct archive_stacks *all = &reading->reader->archive->stacks;
    all->samples[row] = number_add(all->samples[row], samples);
    all->time[row] = number_add(all->time[row], number_scale(samples, reading->period, 1));
}

static const char *base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

static bool begins(const char *text, const char *with)
{
    return !strncmp(text, with, strlen(with));
}

/* True for code that calls main or the function of a thread: no routine of the program. */
static bool is_start(const char *module, const char *function)
{
    const char *name = base_name(module);
    return begins(name, "libc.so") || begins(name, "libc-") || begins(name, "ld-") ||
           begins(name, "libpthread") || !strcmp(function, "_start");
}

/* Adds rows for the functions that were inlined at an address, from the outermost to the innermost;
 * returns the last one. */
static uint32_t add_inlined(struct reading *reading, uint32_t lane, uint32_t row,
                            const char *module, uint64_t at)
{
    struct archive_address_inlined inlined[MOST_INLINED];
    size_t count =
        archive_addresses_inlined(archive_raw_addresses(reading->reader), module, at,
                                  reading->place->record.start.real, inlined, MOST_INLINED);
    while (count-- > 0) {
        const struct archive_address_inlined *each = &inlined[count];
        struct routine routine = {each->name, module, each->line ? each->file : "", each->line,
                                  true};
        row = row_of(reading, lane, row, &routine);
    }
    return row;
}

/* Returns the row for an address below a parent; that of the parent if the address is none of the
 * program's. */
static uint32_t resolve(struct reading *reading, const struct format_stacks_record *record,
                        uint32_t lane, uint32_t parent)
{
    bool here = record->type == FORMAT_STACKS_HERE;
    const char *module = record->module < reading->count ? reading->modules[record->module] : NULL;
    if (!module)
        return row_of(reading, lane, parent,
                      &(struct routine){"(code of no file)", "", "", 0, false});
    if (begins(base_name(module), "libtriptych"))
        return here ? row_of(reading, lane, parent,
                             &(struct routine){ARCHIVE_NATIVE_OWN, module, "", 0, false})
                    : parent;
    uint64_t at = record->address - reading->records[record->module].address - !here;
    struct archive_address found =
        archive_addresses_find(archive_raw_addresses(reading->reader), module, at,
                               ADDRESS_OF_ITSELF, reading->place->record.start.real);
    char unnamed[RAW_PATH];
    snprintf(unnamed, sizeof unnamed, "(%.40s)", base_name(module));
    const char *name = *found.function                          ? found.function
                       : *found.routine && !found.inlined_count ? found.routine
                                                                : unnamed;
    if (!here && parent == ARCHIVE_NONE && is_start(module, name))
        return ARCHIVE_NONE;
    bool has_line = *found.function_file && found.function_line;
    struct routine routine = {name, module, has_line ? found.function_file : "",
                              has_line ? found.function_line : 0, false};
    uint32_t row = row_of(reading, lane, parent, &routine);
    return found.inlined_count ? add_inlined(reading, lane, row, module, at) : row;
}

/* Returns the path of a module, to be freed; NULL if the record is damaged. *texts: the records
 * behind it that hold the path. */
static char *path_of(const struct reading *reading, uint32_t index, uint32_t *texts)
{
    uint64_t bytes = reading->records[index].samples;
    *texts = 0;
    if (bytes > LONGEST_PATH)
        return NULL;
    uint32_t needed = (uint32_t)((bytes + FORMAT_STACKS_RECORD - 1) / FORMAT_STACKS_RECORD);
    if (needed >= reading->count - index)
        return NULL;
    char *path = memory_zeroed(bytes + 1, 1);
    memcpy(path, &reading->records[index + 1], bytes);
    *texts = needed;
    return path;
}

/* Returns the row of the place's lane of that number. */
static uint32_t lane_of(const struct reading *reading, uint32_t number)
{
    const struct archive_lanes *lanes = &reading->reader->archive->lanes;
    for (size_t i = reading->place->first_lane; i < lanes->rows; i++) {
        if (lanes->number[i] == number)
            return (uint32_t)i;
    }
    return ARCHIVE_NONE;
}

/* Reads one record. False if it makes no sense. */
static bool read_record(struct reading *reading, uint32_t index)
{
    const struct format_stacks_record *record = &reading->records[index];
    uint32_t parent = record->parent;
    reading->rows[index] = ARCHIVE_NONE;
    if (record->type == FORMAT_STACKS_ROOT) {
        reading->lanes[index] = lane_of(reading, parent);
        return reading->lanes[index] != ARCHIVE_NONE;
    }
    if (record->type < FORMAT_STACKS_CALL || record->type > FORMAT_STACKS_CUT || parent >= index ||
        reading->lanes[parent] == ARCHIVE_NONE)
        return record->type == FORMAT_STACKS_NONE;
    uint32_t lane = reading->lanes[index] = reading->lanes[parent];
    if (record->type == FORMAT_STACKS_CUT)
        reading->rows[index] = row_of(reading, lane, ARCHIVE_NONE,
                                      &(struct routine){ARCHIVE_STACKS_CUT, "", "", 0, false});
    else
        reading->rows[index] = resolve(reading, record, lane, reading->rows[parent]);
    if (record->type == FORMAT_STACKS_HERE)
        add_samples(reading, reading->rows[index], record->samples);
    return true;
}

static void read_records(struct reading *reading)
{
    for (uint32_t i = 0; i < reading->count; i++)
        reading->lanes[i] = ARCHIVE_NONE;
    for (uint32_t i = 1, texts; i < reading->count; i++) {
        if (reading->records[i].type == FORMAT_STACKS_MODULE) {
            reading->modules[i] = path_of(reading, i, &texts);
            reading->place->bad_records += !reading->modules[i];
            i += texts;
        } else {
            reading->place->bad_records += !read_record(reading, i);
        }
    }
}

/* Adds a row for samples without a path, to the lane that used the file first. */
static void add_others(struct reading *reading, const char *name, uint32_t samples)
{
    uint32_t lane = reading->count > 1 ? reading->lanes[1] : ARCHIVE_NONE;
    if (samples && lane != ARCHIVE_NONE)
        add_samples(reading,
                    row_of(reading, lane, ARCHIVE_NONE, &(struct routine){name, "", "", 0, false}),
                    samples);
}

static void read_file(struct reading *reading, const char *data, size_t size)
{
    struct format_stacks_header header;
    if (size < sizeof header) {
        reading->place->bad_files += size > 0;
        return;
    }
    memcpy(&header, data, sizeof header);
    if (header.magic != FORMAT_STACKS_MAGIC || header.version != FORMAT_STACKS_VERSION) {
        reading->place->bad_files += header.magic != 0;
        return;
    }
    uint64_t room = size / FORMAT_STACKS_RECORD;
    reading->records = (const struct format_stacks_record *)(const void *)data;
    reading->count = (uint32_t)(header.used < room ? header.used : room);
    reading->period = header.period;
    reading->rows = memory_zeroed((size_t)reading->count + 1, sizeof *reading->rows);
    reading->lanes = memory_zeroed((size_t)reading->count + 1, sizeof *reading->lanes);
    reading->modules = memory_zeroed((size_t)reading->count + 1, sizeof *reading->modules);
    reading->met = interned_new();
    read_records(reading);
    add_others(reading, ARCHIVE_NATIVE_OWN, header.own);
    add_others(reading, LOST, header.lost);
    for (uint32_t i = 0; i < reading->count; i++)
        free(reading->modules[i]);
    free(reading->rows);
    free(reading->lanes);
    free(reading->modules);
    interned_free(reading->met);
    pairs_free(&reading->lane_rows);
    pairs_free(&reading->parent_rows);
}

void archive_raw_read_stacks(struct archive_raw_reader *reader, struct archive_raw_place *place)
{
    for (size_t i = 0; i < place->file_count; i++) {
        struct reading reading = {.reader = reader, .place = place};
        char path[RAW_PATH];
        size_t size;
        snprintf(path, sizeof path, "places/%u/stacks-%u", place->record.number, place->files[i]);
        char *data = archive_folder_read_all(reader->folder, path, LARGEST, &size);
        if (data)
            read_file(&reading, data, size);
        free(data);
    }
}
