/* seal.c: seals an archive: replaces its places by tables. */
#include "archive/archive.h"

#include "archive/events/events.h"
#include "archive/messages/messages.h"
#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "archive/table/manifest.h"
#include "archive/table/own_files.h"
#include "archive/table/sealed.h"
#include "archive/write/sources.h"
#include "format/death.h"
#include "format/loops.h"
#include "format/place.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#define PART "tables.part"             /* the tables, until all are written */
#define LONG_RUN UINT64_C(10000000000) /* ns */

struct paths {
    char part[PATH_MAX], tables[PATH_MAX];
};

static bool name_paths(const char *archive, struct paths *paths, struct error *error)
{
    int size = snprintf(paths->part, sizeof paths->part, "%s/" PART, archive);
    snprintf(paths->tables, sizeof paths->tables, "%s/tables", archive);
    return size < PATH_MAX || error_set(error, "the path is too long: %.200s...", archive);
}

static bool has_ended(const struct archive *archive, struct error *error)
{
    const struct archive_places *places = &archive->places;
    if (archive->skipped || archive->missing)
        return error_set(error, "%s is not sealed: one of its places %s", archive->path,
                         archive->skipped ? "cannot be read" : "is missing");
    for (size_t i = 0; i < places->rows; i++) {
        if (places->alive[i] && places->state[i] != ARCHIVE_STOPPED)
            return error_set(error,
                             "%s is not sealed: its process %u is still running and writes into it",
                             archive->path, places->pid[i]);
        const char *damage = archive_text(archive, places->damage[i]);
        if (*damage)
            return error_set(error, "%s is not sealed, to lose nothing more of it: place %u has %s",
                             archive->path, places->number[i], damage);
    }
    return true;
}

/* Marks all processes as ended: one whose measuring was stopped may be running, but is not observed
 * any more. */
static void forget_processes(struct archive *archive)
{
    for (size_t i = 0; i < archive->places.rows; i++)
        archive->places.alive[i] = 0;
}

/* Removes one of the archive's folders, except files that no run made. */
static bool remove_folder(const char *archive, const char *name, struct error *error)
{
    struct archive_own_foreign foreign;
    bool removed = archive_own_remove(archive, name, &foreign, error);
    free(foreign.first);
    return removed;
}

/* True if sealing waits until the tables are on the disk, so that a power failure right afterwards
 * loses nothing. For a short run, waiting takes longer than all the rest of sealing, and such a run
 * is soon repeated. */
static bool waits_for_disk(const struct archive *archive)
{
    const struct archive_places *places = &archive->places;
    for (size_t i = 0; i < places->rows; i++) {
        if (places->end[i] < places->start[i] || places->end[i] - places->start[i] >= LONG_RUN)
            return true;
    }
    return false;
}

static bool write_tables(struct archive *archive, const struct paths *paths,
                         struct progress *progress, struct error *error)
{
    bool waits = waits_for_disk(archive);
    if (!remove_folder(archive->path, PART, error) ||
        !archive_file_make_folder(paths->part, error) ||
        !archive_events_seal(archive, paths->part, progress, error) ||
        !archive_messages_seal(archive, paths->part, error) ||
        !archive_find_moves(archive, error) ||
        !archive_sealed_write(archive, paths->part, progress, error) ||
        !archive_manifest_write(archive->path, waits, error) ||
        (waits && !archive_file_sync(paths->part, error)))
        return false;
    if (rename(paths->part, paths->tables))
        return error_errno(error, "%s cannot be renamed", paths->part);
    return !waits || archive_file_sync_folder(archive->path, error);
}

/* Locks the archive: `triptych stop` may be sealing it when `triptych run` ends. Returns -1 if the
 * file system has no locks; then sealing goes ahead without one. */
static int lock(const char *path)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    while (fd >= 0 && flock(fd, LOCK_EX) != 0 && errno == EINTR)
        continue;
    return fd;
}

static bool seal(const char *path, struct progress *progress, struct error *error)
{
    struct paths paths;
    struct archive *archive = archive_open(path, error);
    if (!archive)
        return false;
    bool sealed = archive->sealed;
    bool done = name_paths(path, &paths, error);
    if (done && !sealed) {
        done = has_ended(archive, error);
        if (done) {
            forget_processes(archive);
            archive_sources_copy(archive);
            done = write_tables(archive, &paths, progress, error);
        }
    }
    archive_close(archive);
    return done && remove_folder(path, PART, error) && remove_folder(path, "places", error) &&
           remove_folder(path, FORMAT_LOOPS_FOLDER, error) &&
           remove_folder(path, FORMAT_DEATHS_FOLDER, error);
}

/* Makes the file by which programs that start from now on know that they are late: see
 * measure/late.h. */
static bool close_door(const char *path, char door[PATH_MAX], struct error *error)
{
    if (snprintf(door, PATH_MAX, "%s/" FORMAT_SEALING_FILE, path) >= PATH_MAX)
        return error_set(error, "the path is too long: %.200s...", path);
    return archive_file_write(door, "", 0, error);
}

bool archive_seal(const char *path, struct progress *progress, struct error *error)
{
    char door[PATH_MAX];
    int locked = lock(path);
    bool sealed = close_door(path, door, error) && seal(path, progress, error);
    unlink(door); /* if it was sealed, tables/ says so */
    if (locked >= 0)
        close(locked);
    return sealed;
}
