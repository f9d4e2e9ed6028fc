/* same_program.c: see same_program.h */
#include "cube/same_program.h"

#include "archive/write/sources.h"
#include "cube/region_words.h"
#include "format/place.h"
#include "util/interned.h"
#include "util/memory.h"
#include "util/words.h"

#include <stdlib.h>
#include <string.h>

/* Sets the error "OTHER is not of the same program: WHAT `THERE` there and `HERE` here". Returns
 * false. */
static bool differs(struct error *error, const struct archive *other, const char *what,
                    const char *there, const char *here)
{
    char *path = words_clean(other->path), *clean_there = words_clean(there),
         *clean_here = words_clean(here);
    error_set(error, "%s is not of the same program: %s `%s` there and `%s` here", path, what,
              clean_there, clean_here);
    free(path);
    free(clean_there);
    free(clean_here);
    return false;
}

static const char *file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* Returns a command line without its first word, which may be quoted. */
static const char *arguments(const char *command)
{
    bool quoted = false;
    for (; *command; command++) {
        quoted ^= *command == '\'';
        if (*command == ' ' && !quoted)
            return command + 1;
    }
    return command;
}

static bool same_count(const struct archive *archive, const struct archive *other,
                       struct error *error)
{
    if (archive->places.rows == other->places.rows)
        return true;
    char *there = memory_printf("%zu", other->places.rows),
         *here = memory_printf("%zu", archive->places.rows);
    differs(error, other, "the number of processes is", there, here);
    free(there);
    free(here);
    return false;
}

/* Compares executables and arguments. The executable's directory may differ, as for another
 * build. */
static bool same_places(const struct archive *archive, const struct archive *other,
                        struct error *error)
{
    for (size_t i = 0; i < archive->places.rows; i++) {
        const char *here = archive_text(archive, archive->places.program[i]),
                   *there = archive_text(other, other->places.program[i]);
        if (*here && *there && strcmp(file_name(here), file_name(there)) != 0)
            return differs(error, other, "the executable is", there, here);
        here = archive_text(archive, archive->places.command[i]);
        there = archive_text(other, other->places.command[i]);
        if (*here && *there && strcmp(arguments(here), arguments(there)) != 0)
            return differs(error, other, "its arguments are", arguments(there), arguments(here));
    }
    return true;
}

static bool is_cpu_time(const struct archive *archive)
{
    return archive->places.rows && archive->places.clock[0] == FORMAT_CLOCK_CPU;
}

static bool same_clock(const struct archive *archive, const struct archive *other,
                       struct error *error)
{
    static const char *const words[] = {"wall-clock time", "CPU time"};
    if (is_cpu_time(archive) == is_cpu_time(other))
        return true;
    return error_set(error, "%s has times of another clock: %s there and %s here", other->path,
                     words[is_cpu_time(other)], words[is_cpu_time(archive)]);
}

/* True if the two source files are equal, or one of them is not available. */
static bool same_text(const struct archive *archive, uint32_t region, const struct archive *other,
                      uint32_t other_region)
{
    size_t size = 0, other_size = 0;
    char *text = archive_sources_read(archive, region, &size),
         *other_text = archive_sources_read(other, other_region, &other_size);
    bool same = !text || !other_text || (size == other_size && !memcmp(text, other_text, size));
    free(text);
    free(other_text);
    return same;
}

/* Numbers the source files of an archive; returns the first region of each. */
static uint32_t *regions_of_files(const struct archive *archive, struct interned *files)
{
    uint32_t *regions = memory_zeroed(archive->regions.rows, sizeof *regions);
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        if (!cube_region_has_source(archive, i))
            continue;
        uint32_t file = interned_add_text(files, archive_text(archive, archive->regions.file[i]));
        if (!regions[file])
            regions[file] = i;
    }
    return regions;
}

/* Compares the source files. Only sealed archives store them; other files may have changed
 * since. */
static bool same_sources(const struct archive *archive, const struct archive *other,
                         struct error *error)
{
    if (!archive->sealed || !other->sealed)
        return true;
    struct interned *here = interned_new(), *there = interned_new();
    uint32_t *regions = regions_of_files(archive, here),
             *other_regions = regions_of_files(other, there);
    bool same = true;
    for (uint32_t i = 0; same && i < interned_count(here); i++) {
        uint32_t at = interned_find(there, interned_text(here, i), interned_size(here, i));
        if (at != UINT32_MAX)
            same = same_text(archive, regions[i], other, other_regions[at]);
        if (!same)
            error_set(error, "%s is not of the same program: the source file %s differs",
                      other->path, interned_text(here, i));
    }
    free(regions);
    free(other_regions);
    interned_free(here);
    interned_free(there);
    return same;
}

bool same_program(const struct archive *archive, const struct archive *other, struct error *error)
{
    return same_count(archive, other, error) && same_places(archive, other, error) &&
           same_clock(archive, other, error) && same_sources(archive, other, error);
}
