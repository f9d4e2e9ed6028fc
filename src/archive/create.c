/* create.c: see create.h */
#include "archive/create.h"

#include "archive/archive.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool exists_in(const char *path, const char *name)
{
    char inner[PATH_MAX];
    snprintf(inner, sizeof inner, "%s/%s", path, name);
    return access(inner, F_OK) == 0;
}

static int remove_entry(const char *path, const struct stat *status, int type, struct FTW *walk)
{
    (void)status;
    (void)type;
    (void)walk;
    return remove(path);
}

static bool remove_archive(const char *path, struct error *error)
{
    struct stat status;
    if (lstat(path, &status) != 0 || !S_ISDIR(status.st_mode) ||
        !(exists_in(path, "run.json") || exists_in(path, "places")))
        return error_set(error, "%s is no archive and is not replaced; choose another name with -o",
                         path);
    if (nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS) != 0)
        return error_errno(error, "%s cannot be replaced", path);
    return true;
}

bool archive_create(const char *path, bool force, struct error *error)
{
    if (mkdir(path, 0777) == 0)
        return true;
    if (errno != EEXIST)
        return error_errno(error, "the archive %s cannot be made", path);
    if (!force)
        return error_set(error, "%s exists; --force replaces it, -o NAME.tri writes to another one",
                         path);
    if (!remove_archive(path, error))
        return false;
    return mkdir(path, 0777) == 0 || error_errno(error, "the archive %s cannot be made", path);
}

void archive_discard(const char *path)
{
    nftw(path, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}

bool archive_write_run(const char *path, const json_t *run, struct error *error)
{
    char new_path[PATH_MAX], old_path[PATH_MAX];
    snprintf(new_path, sizeof new_path, "%s/run.json.new", path);
    snprintf(old_path, sizeof old_path, "%s/run.json", path);
    if (json_dump_file(run, new_path, JSON_INDENT(2)) != 0 || rename(new_path, old_path) != 0)
        return error_errno(error, "%s cannot be written", old_path);
    return true;
}

static uint64_t *count_visits(const struct archive *archive)
{
    uint64_t *visits = memory_zeroed(archive->regions.rows, sizeof *visits);
    for (size_t i = 0; i < archive->nodes.rows; i++)
        visits[archive->nodes.region[i]] += archive->nodes.count[i];
    return visits;
}

static const char *kind_word(uint32_t kind)
{
    switch (kind) {
    case TRI_KIND_ROUTINE:
        return "routine";
    case TRI_KIND_LOOP:
        return "loop";
    case TRI_KIND_IO:
        return "io";
    case TRI_KIND_USER:
        return "region";
    default:
        return NULL; /* made while the program runs: there is nothing to switch off */
    }
}

bool archive_write_skip(const char *path, const struct archive *earlier, uint64_t limit,
                        unsigned *skipped, struct error *error)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return error_errno(error, "%s cannot be written", path);
    const struct archive_regions *regions = &earlier->regions;
    uint64_t *visits = count_visits(earlier);
    *skipped = 0;
    for (size_t i = 0; i < regions->rows; i++) {
        const char *kind = kind_word(regions->kind[i]);
        if (!kind || visits[i] <= limit)
            continue;
        uint32_t routine = regions->kind[i] == TRI_KIND_ROUTINE ? (uint32_t)i : regions->routine[i];
        fprintf(file, "%s\t%s\t%u\t%u\t%s\n", kind, archive_text(earlier, regions->file[i]),
                regions->line[i], regions->seq[i],
                routine ? archive_text(earlier, regions->name[routine]) : "");
        ++*skipped;
    }
    free(visits);
    bool failed = ferror(file);
    if (fclose(file) != 0 || failed)
        return error_errno(error, "%s cannot be written", path);
    return true;
}
