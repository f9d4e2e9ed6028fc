/* open.c: opens an archive, whatever state it is in. */
#include "archive/archive.h"

#include "archive/events/events.h"
#include "archive/live/samples.h"
#include "archive/raw/raw.h"
#include "archive/table/folder.h"
#include "archive/table/gathered.h"
#include "archive/table/intact.h"
#include "archive/table/run_json.h"
#include "archive/table/schema.h"
#include "archive/table/sealed.h"
#include "archive/time/clocks.h"
#include "archive/time/cycle_table.h"
#include "util/memory.h"

#include <assert.h>
#include <errno.h>
#include <fts.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *archive_text(const struct archive *archive, uint32_t string)
{
    return string < archive->strings.rows ? archive->strings.bytes + archive->strings.offset[string]
                                          : "";
}

const struct archive_table *archive_table(const struct archive *archive, const char *name)
{
    if (!strcmp(name, "strings"))
        return &archive->string_table;
    if (!strcmp(name, "events"))
        return &archive->event_table;
    if (!strcmp(name, "samples"))
        return &archive->sample_table;
    if (!strcmp(name, "cycles"))
        return &archive->cycle_table;
    for (int i = 0; i < ARCHIVE_TABLES; i++) {
        if (!strcmp(archive->tables[i].name, name))
            return &archive->tables[i];
    }
    return NULL;
}

bool archive_is_script(const struct archive *archive)
{
    return archive->run.script && *archive->run.script;
}

const char *archive_place_word(const struct archive *archive)
{
    return archive_is_script(archive) ? "node" : archive->ranked ? "rank" : "place";
}

/* Finds out whether ranks name the places: there is one MPI program. In the archive of a script,
 * they only say who sends to whom. */
static void names_find(struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    const uint64_t *job = NULL;
    archive->ranked = false;
    for (size_t i = 0; i < places->rows && !archive_is_script(archive); i++) {
        if (places->rank[i] == ARCHIVE_NONE)
            continue;
        if (job && *job != places->job[i]) { /* two programs: ranks are ambiguous */
            archive->ranked = false;
            return;
        }
        job = &places->job[i];
        archive->ranked = true;
    }
}

void archive_place_name(const struct archive *archive, uint32_t place, char name[ARCHIVE_NAME])
{
    assert(place < archive->places.rows);
    const struct archive_places *places = &archive->places;
    if (archive->ranked && places->rank[place] != ARCHIVE_NONE)
        snprintf(name, ARCHIVE_NAME, "%u", places->rank[place]);
    else
        snprintf(name, ARCHIVE_NAME, "%s%u", archive->ranked ? "p" : "", places->number[place]);
}

void archive_lane_name(const struct archive *archive, uint32_t lane, char name[ARCHIVE_NAME])
{
    assert(lane < archive->lanes.rows);
    char place[ARCHIVE_NAME];
    archive_place_name(archive, archive->lanes.place[lane], place);
    snprintf(name, ARCHIVE_NAME, "%.14s.%u", place, archive->lanes.number[lane]);
}

void archive_activity_name(const struct archive *archive, uint32_t place, uint32_t number,
                           char name[ARCHIVE_NAME])
{
    char of[ARCHIVE_NAME];
    archive_event_home(archive, &place, &number);
    archive_place_name(archive, place, of);
    snprintf(name, ARCHIVE_NAME, "%.14s-%u", of, number);
}

void archive_close(struct archive *archive)
{
    if (!archive)
        return;
    for (int i = 0; i < ARCHIVE_TABLES; i++)
        archive_table_free(&archive->tables[i]);
    archive_table_free(&archive->string_table);
    archive_table_free(&archive->event_table);
    archive_table_free(&archive->sample_table);
    archive_table_free(&archive->cycle_table);
    archive_table_free(&archive->shape_table);
    for (int i = 0; i < ARCHIVE_PYRAMID_TABLES; i++)
        archive_table_free(&archive->pyramid_tables[i]);
    for (size_t i = 0; archive->lines && i < archive->places.rows; i++)
        archive_clock_line_free(&archive->lines[i]);
    free(archive->lines);
    if (archive->intact)
        archive_intact_free(archive->intact);
    free(archive->intact);
    archive_gathered_free(archive->gathered);
    archive_events_free(archive->events);
    archive_run_json_free(&archive->run);
    free(archive->path);
    free(archive);
}

/* True for tables that are made of events. Without them, the profile can still be read. */
static bool is_of_events(const char *path)
{
    static const char *const tables[] = {
        "tables/event_blocks/", "tables/event_parts/", "tables/events/",  "tables/cycles/",
        "tables/cycle_shape/",  "tables/pyramid_",     "tables/samples/", "tables/samples.npy"};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (!strncmp(path, tables[i], strlen(tables[i])))
            return true;
    }
    return false;
}

/* Refuses a sealed archive with a damaged table, whose numbers may be wrong; damaged tables of
 * events are only skipped. */
static bool check_tables(struct archive *archive, struct error *error)
{
    const struct archive_intact *intact = archive->intact;
    for (size_t i = 0; i < intact->count; i++) {
        const struct archive_intact_file *file = &intact->files[i];
        if (strncmp(file->path, "tables/", 7) != 0)
            continue;
        if (!is_of_events(file->path))
            return error_set(error, "it is damaged: %s %s", file->path, file->what);
        archive->lacks_events = true;
    }
    return true;
}

static bool read_sealed(const struct archive_folder *folder, struct archive *archive,
                        struct error *error)
{
    struct error why = {0};
    if (!check_tables(archive, &why))
        return error_set(error, "%s cannot be read: %.900s", archive->path, why.text);
    archive->events = archive_events_new(folder);
    if (archive_sealed_read(folder, archive, &why) && archive_schema_check(archive, &why) &&
        archive_events_check(archive, &why) && archive_samples_check(archive, &why) &&
        archive_cycle_table_check(archive, &why))
        return true;
    return error_set(error, "%s cannot be read: %.900s", archive->path, why.text);
}

static struct archive *read_once(const struct archive_folder *folder, const char *path, bool sealed,
                                 struct error *error)
{
    struct archive *archive = memory_zeroed(1, sizeof *archive);
    archive->path = memory_string(path);
    archive->intact = memory_zeroed(1, sizeof *archive->intact);
    archive_intact_check(archive->intact, folder, false);
    archive_run_json_read(folder, &archive->run);
    archive_run_json_read_pulse(folder, &archive->run);
    struct archive_folder with = *folder;
    if (!sealed)
        with.gathered = archive->gathered = archive_gathered_open(folder);
    if (sealed ? read_sealed(folder, archive, error) : archive_raw_read(&with, archive, error)) {
        if (!sealed)
            archive_clocks_correct(archive);
        names_find(archive);
        return archive;
    }
    archive_close(archive);
    return NULL;
}

struct archive *archive_read(const struct archive_folder *folder, const char *path,
                             struct error *error)
{
    if (archive_folder_has(folder, "tables"))
        return read_once(folder, path, true, error);
    struct archive *archive = read_once(folder, path, false, error);
    if (!archive_folder_has(folder, "tables"))
        return archive;
    archive_close(archive); /* it was sealed meanwhile, and the places are gone */
    return read_once(folder, path, true, error);
}

static bool check_folder(const char *path, struct error *error)
{
    struct stat facts;
    if (stat(path, &facts))
        return error_errno(error, "%s cannot be opened", path);
    if (!S_ISDIR(facts.st_mode))
        return error_set(
            error, "%s is not a Triptych archive: an archive is a folder, named NAME.tri", path);
    return true;
}

/* Replaces the error if the archive could not be read for lack of permission. */
static void say_denied(char *path, struct error *error)
{
    char *roots[] = {path, NULL};
    FTS *all = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
    bool denied = false;
    for (FTSENT *entry; all && !denied && (entry = fts_read(all));) {
        bool failed = entry->fts_info == FTS_DNR || entry->fts_info == FTS_NS;
        denied = failed ? entry->fts_errno == EACCES
                        : entry->fts_info == FTS_F && access(entry->fts_accpath, R_OK) &&
                              errno == EACCES;
        if (denied) {
            errno = EACCES;
            error_errno(error, "%s cannot be read", entry->fts_path);
        }
    }
    if (all)
        fts_close(all);
}

struct archive *archive_open(const char *path, struct error *error)
{
    if (!check_folder(path, error))
        return NULL;
    struct archive_folder folder = {.root = path};
    struct archive *archive = archive_read(&folder, path, error);
    if (!archive) {
        char *copy = memory_string(path);
        say_denied(copy, error);
        free(copy);
    }
    return archive;
}
