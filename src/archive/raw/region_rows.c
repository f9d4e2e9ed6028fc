/* region_rows.c: see region_rows.h */
#include "archive/raw/region_rows.h"

#include "archive/messages/mpi_calls.h"
#include "archive/table/schema.h"
#include "util/memory.h"

#include <triptych/probes.h>

void archive_raw_region_join(struct archive_regions *all, uint32_t row,
                             const struct format_region *raw)
{
    if (raw->reason > all->reason[row] && raw->reason != FORMAT_STOPPED) {
        all->reason[row] = raw->reason;
        all->mode[row] = raw->mode;
    }
    all->flags[row] |= raw->flags;
}

static void add_row(struct archive_raw_reader *reader, const struct format_region *raw,
                    const struct archive_region_key *key)
{
    size_t row = reader->archive->regions.rows;
    archive_schema_add_rows(reader->archive, SCHEMA_REGIONS, 1);
    struct archive_regions *all = &reader->archive->regions;
    all->kind[row] = raw->kind;
    all->flags[row] = raw->flags & ~FORMAT_DESCRIBED_MASK;
    all->mode[row] = raw->mode;
    all->reason[row] = raw->reason;
    all->seq[row] = raw->seq;
    if (raw->kind == TRI_KIND_FILE) { /* it has no lines: see struct format_region */
        all->unit[row] = key->line ? key->line - FORMAT_UNIT_ZERO : ARCHIVE_NONE;
    } else {
        all->line[row] = key->line;
        all->end_line[row] = raw->end_line;
        all->unit[row] = ARCHIVE_NONE;
    }
    all->routine[row] = key->routine;
    all->name[row] = key->name;
    all->file[row] = key->file;
    all->dir[row] = key->dir;
    all->mpi[row] = raw->flags & FORMAT_DESCRIBED
                        ? format_described_facts(raw->flags)
                        : archive_mpi_facts_of_region(raw->kind, raw->flags & 0xff,
                                                      interned_text(reader->strings, key->name));
}

/* Makes a routine findable by its name, for regions in it that have no probe. */
static void add_routine(struct archive_raw_reader *reader, const struct archive_region_key *key,
                        uint32_t row)
{
    uint32_t names[] = {key->name, key->file, key->dir};
    uint32_t number = interned_add(reader->routines, names, sizeof names);
    reader->routine_rows = memory_grow(reader->routine_rows, &reader->routine_room,
                                       (size_t)number + 1, sizeof *reader->routine_rows);
    reader->routine_rows[number] = row;
}

/* Makes a routine findable by any line of its text. */
static void add_text(struct archive_raw_reader *reader, const struct archive_region_key *key,
                     uint32_t row)
{
    uint32_t files[] = {key->file, key->dir}, before = interned_count(reader->routine_files);
    uint32_t file = interned_add(reader->routine_files, files, sizeof files);
    reader->file_routines = memory_grow(reader->file_routines, &reader->file_room, (size_t)file + 1,
                                        sizeof *reader->file_routines);
    reader->next_routine = memory_grow(reader->next_routine, &reader->next_room, (size_t)row + 1,
                                       sizeof *reader->next_routine);
    reader->next_routine[row] = file == before ? 0 : reader->file_routines[file];
    reader->file_routines[file] = row;
}

uint32_t archive_raw_region_row(struct archive_raw_reader *reader, const struct format_region *raw,
                                const struct archive_region_key *key, bool *is_new)
{
    uint32_t before = interned_count(reader->regions);
    uint32_t row = interned_add(reader->regions, key, sizeof *key);
    *is_new = row == before;
    if (!*is_new)
        return row;
    add_row(reader, raw, key);
    if (key->kind == TRI_KIND_ROUTINE)
        add_routine(reader, key, row);
    if (key->kind == TRI_KIND_ROUTINE && raw->end_line)
        add_text(reader, key, row);
    return row;
}
