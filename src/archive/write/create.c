/* create.c: see create.h */
#include "archive/write/create.h"

#include "archive/archive.h"
#include "archive/table/atomic_file.h"
#include "archive/table/own_files.h"
#include "archive/table/run_json.h"
#include "format/skip.h"
#include "util/memory.h"

#include <triptych/probes.h>

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Returns the pid of a process that still writes into the archive; 0: none. */
static uint32_t writer_of(const char *path)
{
    struct error ignored;
    struct archive *archive = archive_open(path, &ignored);
    uint32_t pid = 0;
    for (size_t i = 0; archive && i < archive->places.rows; i++) {
        if (archive->places.alive[i])
            pid = archive->places.pid[i];
    }
    archive_close(archive);
    return pid;
}

/* Moves an archive of the same name aside; it is restored if the new one is discarded. */
static bool put_aside(struct archive_new *made, struct error *error)
{
    if (!archive_own_is_archive(made->path))
        return error_set(
            error,
            "%s is not an archive made by this version of Triptych, and is not replaced; "
            "remove it, or choose another name with -o",
            made->path);
    uint32_t pid = writer_of(made->path);
    if (pid)
        return error_set(error,
                         "%s is not replaced: process %u still writes into it; choose another name "
                         "with -o",
                         made->path, pid);
    made->replaced = memory_printf("%s.replaced-%d", made->path, (int)getpid());
    return rename(made->path, made->replaced) == 0 ||
           error_errno(error, "%s cannot be replaced", made->path);
}

static enum archive_created is_in_the_way(const char *path, struct error *error)
{
    error_set(error, "%s exists; --force replaces it, -o NAME.tri writes to another one", path);
    return ARCHIVE_EXISTS;
}

static enum archive_created is_a_link(const char *path, struct error *error)
{
    error_set(error, "%s is a symbolic link, which is not followed; choose another name with -o",
              path);
    return ARCHIVE_EXISTS;
}

/* Checks the folder that was made, by descriptor. False with errno if another one was put in its
 * place. */
static bool look_at(const char *path, struct stat *status)
{
    int fd = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    bool is_own = fd >= 0 && fstat(fd, status) == 0 && status->st_uid == geteuid();
    if (fd >= 0 && !is_own)
        errno = EPERM;
    if (fd >= 0)
        close(fd);
    return is_own;
}

enum archive_created archive_create(struct archive_new *made, const char *path, bool force,
                                    struct error *error)
{
    *made = (struct archive_new){.path = memory_string(path)};
    struct stat status;
    if (lstat(path, &status) == 0) {
        if (S_ISLNK(status.st_mode))
            return is_a_link(path, error);
        if (!force)
            return is_in_the_way(path, error);
        if (!put_aside(made, error))
            return ARCHIVE_EXISTS;
    }
    bool is_made = mkdir(path, 0777) == 0;
    if (!is_made && errno == EEXIST) /* another process was faster */
        return is_in_the_way(path, error);
    if (!is_made || !look_at(path, &status)) {
        error_errno(error, "the archive %s cannot be made", path);
        return ARCHIVE_FAILED;
    }
    made->device = status.st_dev;
    made->inode = status.st_ino;
    return archive_own_mark(path, error) ? ARCHIVE_CREATED : ARCHIVE_FAILED;
}

bool archive_is_there(const struct archive_new *made)
{
    struct stat status;
    return made->inode && lstat(made->path, &status) == 0 && status.st_dev == made->device &&
           status.st_ino == made->inode;
}

static void forget(struct archive_new *made)
{
    free(made->path);
    free(made->replaced);
    *made = (struct archive_new){0};
}

/* Reports which files of a replaced archive remain, and where. */
static void say_what_stays(const struct archive_own_foreign *foreign, const char *where)
{
    if (foreign->count == 1)
        fprintf(stderr, "triptych: %s/%s was not made by a run and is kept\n", where,
                foreign->first);
    else
        fprintf(stderr, "triptych: %s/%s and %zu more were not made by a run and are kept\n", where,
                foreign->first, foreign->count - 1);
}

/* Removes the files that a run made from the archive that was moved aside; others go to the new
 * one. */
static void remove_replaced(const struct archive_new *made)
{
    struct archive_own_foreign foreign;
    struct error error;
    if (!archive_own_remove(made->replaced, NULL, &foreign, &error))
        fprintf(stderr, "triptych: %s\n", error.text);
    if (foreign.count)
        say_what_stays(&foreign, archive_own_move_foreign(made->replaced, made->path)
                                     ? made->path
                                     : made->replaced);
    free(foreign.first);
}

void archive_keep(struct archive_new *made)
{
    if (made->replaced)
        remove_replaced(made);
    forget(made);
}

void archive_discard(struct archive_new *made)
{
    struct archive_own_foreign foreign = {0};
    struct error ignored;
    if (archive_is_there(made))
        archive_own_remove(made->path, NULL, &foreign, &ignored);
    if (foreign.count)
        say_what_stays(&foreign, made->path);
    free(foreign.first);
    if (made->replaced && rename(made->replaced, made->path) != 0)
        fprintf(stderr, "triptych: the replaced archive is now %s\n", made->replaced);
    forget(made);
}

bool archive_write_run(const char *path, const json_t *run, struct error *error)
{
    char new_path[PATH_MAX], old_path[PATH_MAX];
    snprintf(new_path, sizeof new_path, "%s/run.json.new", path);
    snprintf(old_path, sizeof old_path, "%s/run.json", path);
    char *text = archive_run_json_text(run);
    if (!text)
        return error_set(error, "%s cannot be made: out of memory", old_path);
    struct error ignored;
    bool written = archive_file_write(new_path, text, strlen(text), &ignored);
    int why = errno;
    free(text);
    errno = why;
    return (written && rename(new_path, old_path) == 0) ||
           error_errno(error, "%s cannot be written", old_path);
}

static uint64_t *count_visits(const struct archive *archive)
{
    uint64_t *visits = memory_zeroed(archive->regions.rows, sizeof *visits);
    for (size_t i = 0; i < archive->nodes.rows; i++)
        visits[archive->nodes.region[i]] += archive->nodes.visits[i];
    return visits;
}

bool archive_write_skip(const char *path, const struct archive *earlier, uint64_t limit,
                        unsigned *skipped, struct error *error)
{
    FILE *file = fopen(path, "wxe");
    if (!file)
        return error_errno(error, "%s cannot be written", path);
    const struct archive_regions *regions = &earlier->regions;
    uint64_t *visits = count_visits(earlier);
    *skipped = 0;
    for (size_t i = 0; i < regions->rows; i++) {
        const char *kind = format_kind_word(regions->kind[i]);
        if (!kind || visits[i] <= limit)
            continue;
        uint32_t routine = regions->kind[i] == TRI_KIND_ROUTINE ? (uint32_t)i : regions->routine[i];
        fprintf(file, FORMAT_SKIP_LINE, kind, archive_text(earlier, regions->file[i]),
                regions->line[i], regions->seq[i],
                routine ? archive_text(earlier, regions->name[routine]) : "",
                archive_text(earlier, regions->name[i]));
        ++*skipped;
    }
    free(visits);
    bool failed = ferror(file);
    if (fclose(file) != 0 || failed)
        return error_errno(error, "%s cannot be written", path);
    return true;
}
