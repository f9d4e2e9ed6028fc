/* own_files.c: see own_files.h. Each folder is opened relative to the one above it, without
 * following links. */
#include "archive/table/own_files.h"

#include "archive/table/atomic_file.h"
#include "archive/table/folder.h"
#include "archive/table/manifest.h"
#include "archive/table/table_rows.h"
#include "format/buffer.h"
#include "format/doors.h"
#include "format/filter.h"
#include "format/manifest.h"
#include "format/marker.h"
#include "format/place.h"
#include "format/pulse.h"
#include "format/travellers.h"
#include "util/interned.h"
#include "util/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Patterns of the names that libtriptych and the commands give to files of an archive. Copies of
 * source files may have any name: the manifest lists them. */
static const char *const patterns[] = {
    FORMAT_MARKER_FILE,
    FORMAT_MANIFEST_FILE,
    "manifest.part",
    "run.json",
    "run.json.new",
    FORMAT_PULSE_FILE,
    FORMAT_STOPPED_FILE,
    FORMAT_SEALING_FILE,
    FORMAT_FILTER_FILE,
    (FORMAT_FILTERS_FOLDER "/[0-9]*"),
    "skip",
    "openmp/libgomp.so.1",
    (FORMAT_DOORS_FOLDER "/[0-9a-f]*"),
    "places/next",
    FORMAT_TRAVELLERS_FILE,
    "places/[0-9]*/place",
    "places/[0-9]*/regions",
    "places/[0-9]*/strings",
    "places/[0-9]*/objects",
    "places/[0-9]*/lights",
    "places/[0-9]*/modules",
    "places/[0-9]*/native",
    "places/[0-9]*/carried",
    "places/[0-9]*/samples",
    "places/[0-9]*/communicators",
    "places/[0-9]*/members",
    ("places/[0-9]*/" FORMAT_BUFFERS_FILE),
    ("places/[0-9]*/" FORMAT_BUFFER_NAMES_FILE),
    "places/[0-9]*/gathered",
    "places/[0-9]*/*.part",
    "places/[0-9]*/profile-[0-9]*",
    "places/[0-9]*/events-[0-9]*",
    "places/[0-9]*/loops-[0-9]*",
    "places/[0-9]*/lost-[0-9]*",
    "places/[0-9]*/stacks-[0-9]*",
    "loops/*.plan",
    "loops/*.plan.lock",
    "loops/*.plan.part",
    "loops/*.plan.[0-9]*",
    "loops/[0-9]*.fits",
    "deaths/[0-9a-f]*-*-*-*-*",
    "tables/*/*.[uif][0-9]*",
    "tables.part/*/*.[uif][0-9]*",
    "tables/*.npy",
    "tables.part/*.npy",
    "foreign/*/*.[uif][0-9]*",
};

/* A walk through the folders of an archive. */
struct walk {
    const struct interned *listed; /* paths in the manifest */
    struct archive_own_foreign *foreign;
    char path[PATH_MAX]; /* of the current entry, relative to the archive */
    int error;           /* errno of the first failed removal */
};

static int open_folder(int above, const char *name)
{
    return openat(above, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

bool archive_own_is_archive(const char *path)
{
    struct format_marker marker = {0};
    int folder = open_folder(AT_FDCWD, path);
    int fd = folder < 0 ? -1
                        : openat(folder, FORMAT_MARKER_FILE,
                                 O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    bool is = fd >= 0 && read(fd, &marker, sizeof marker) == (ssize_t)sizeof marker &&
              marker.magic == FORMAT_MARKER_MAGIC;
    if (fd >= 0)
        close(fd);
    if (folder >= 0)
        close(folder);
    return is;
}

bool archive_own_mark(const char *path, struct error *error)
{
    static const struct format_marker marker = {.magic = FORMAT_MARKER_MAGIC};
    char *file = memory_printf("%s/" FORMAT_MARKER_FILE, path);
    bool made = archive_file_write(file, &marker, sizeof marker, error);
    free(file);
    return made;
}

static bool is_own(const struct walk *walk, mode_t mode)
{
    if (S_ISLNK(mode))
        return !strcmp(walk->path, FORMAT_LATE_LINK) || !strncmp(walk->path, "openmp/", 7);
    if (!S_ISREG(mode))
        return false;
    if (interned_find(walk->listed, walk->path, strlen(walk->path)) != UINT32_MAX)
        return true;
    for (size_t i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        if (fnmatch(patterns[i], walk->path, FNM_PATHNAME) == 0)
            return true;
    }
    return false;
}

static void count_foreign(struct walk *walk)
{
    if (!walk->foreign->count++)
        walk->foreign->first = memory_string(walk->path);
}

static void failed(struct walk *walk)
{
    if (!walk->error)
        walk->error = errno;
}

static void remove_below(struct walk *walk, int folder);

static void remove_entry(struct walk *walk, int above, const char *name)
{
    struct stat facts;
    if (fstatat(above, name, &facts, AT_SYMLINK_NOFOLLOW) != 0)
        return;
    int folder = S_ISDIR(facts.st_mode) ? open_folder(above, name) : -1;
    if (folder >= 0) {
        remove_below(walk, folder);
        if (unlinkat(above, name, AT_REMOVEDIR) != 0 && errno != ENOTEMPTY && errno != EEXIST)
            failed(walk);
    } else if (!is_own(walk, facts.st_mode)) {
        count_foreign(walk);
    } else if (unlinkat(above, name, 0) != 0) {
        failed(walk);
    }
}

/* True for the marker and the manifest: they are removed last, so that a removal that was
 * interrupted can be repeated. */
static bool goes_last(const struct walk *walk)
{
    return !strcmp(walk->path, FORMAT_MARKER_FILE) || !strcmp(walk->path, FORMAT_MANIFEST_FILE);
}

/* Removes the run's files in the folder, and closes it. */
static void remove_below(struct walk *walk, int folder)
{
    DIR *dir = fdopendir(folder);
    size_t above = strlen(walk->path);
    if (!dir) {
        failed(walk);
        close(folder);
        return;
    }
    for (struct dirent *entry; (entry = readdir(dir));) {
        const char *name = entry->d_name;
        if (!strcmp(name, ".") || !strcmp(name, ".."))
            continue;
        int size =
            snprintf(walk->path + above, sizeof walk->path - above, "%s%s", above ? "/" : "", name);
        if (size > 0 && (size_t)size < sizeof walk->path - above && !goes_last(walk))
            remove_entry(walk, dirfd(dir), name);
        walk->path[above] = '\0';
    }
    closedir(dir);
}

static struct interned *listed_in(const char *path)
{
    const struct archive_folder folder = {.root = path};
    struct interned *listed = interned_new();
    struct archive_manifest manifest;
    if (archive_manifest_read(&folder, &manifest) == MANIFEST_READ) {
        for (size_t i = 0; i < manifest.count; i++)
            interned_add_text(listed, manifest.files[i].path);
        archive_manifest_free(&manifest);
    }
    return listed;
}

static void remove_last(struct walk *walk, int folder)
{
    static const char *const last[] = {FORMAT_MANIFEST_FILE, FORMAT_MARKER_FILE};
    for (size_t i = 0; i < sizeof last / sizeof last[0]; i++) {
        if (unlinkat(folder, last[i], 0) != 0 && errno != ENOENT)
            failed(walk);
    }
}

/* Removes the run's files in the whole archive. The folder itself stays if other files remain in
 * it. */
static void remove_whole(struct walk *walk, const char *path)
{
    int folder = open_folder(AT_FDCWD, path), again = open_folder(AT_FDCWD, path);
    if (folder < 0 || again < 0)
        failed(walk);
    if (folder >= 0)
        remove_below(walk, folder);
    if (again >= 0 && !walk->error)
        remove_last(walk, again);
    if (again >= 0)
        close(again);
    if (!walk->foreign->count && !walk->error && rmdir(path) != 0)
        failed(walk);
}

bool archive_own_remove(const char *path, const char *below, struct archive_own_foreign *foreign,
                        struct error *error)
{
    struct interned *listed = listed_in(path);
    struct walk walk = {.listed = listed, .foreign = foreign};
    *foreign = (struct archive_own_foreign){0};
    if (below) {
        int folder = open_folder(AT_FDCWD, path);
        snprintf(walk.path, sizeof walk.path, "%s", below);
        if (folder >= 0)
            remove_entry(&walk, folder, below);
        if (folder >= 0)
            close(folder);
    } else {
        remove_whole(&walk, path);
    }
    interned_free(listed);
    errno = walk.error;
    return !walk.error || error_errno(error, "%s%s%s cannot be removed", path, below ? "/" : "",
                                      below ? below : "");
}

/* Moves the entries of one folder to another, and closes both. True if the first one is empty
 * now. */
static bool move_entries(int from, int to)
{
    DIR *dir = fdopendir(from);
    bool empty = dir;
    if (!dir)
        close(from);
    for (struct dirent *entry; dir && (entry = readdir(dir));) {
        const char *name = entry->d_name;
        struct stat facts;
        if (!strcmp(name, ".") || !strcmp(name, ".."))
            continue;
        if (renameat2(dirfd(dir), name, to, name, RENAME_NOREPLACE) == 0)
            continue;
        bool is_folder =
            fstatat(dirfd(dir), name, &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
        int inner = is_folder ? open_folder(dirfd(dir), name) : -1;
        int other = is_folder ? open_folder(to, name) : -1;
        bool moved = inner >= 0 && other >= 0 && move_entries(inner, other) &&
                     unlinkat(dirfd(dir), name, AT_REMOVEDIR) == 0;
        if (inner >= 0 && other < 0)
            close(inner);
        if (other >= 0 && inner < 0)
            close(other);
        empty &= moved;
    }
    if (dir)
        closedir(dir);
    close(to);
    return empty;
}

bool archive_own_move_foreign(const char *path, const char *to)
{
    int from = open_folder(AT_FDCWD, path), other = open_folder(AT_FDCWD, to);
    if (from >= 0 && other >= 0)
        return move_entries(from, other) && rmdir(path) == 0;
    if (from >= 0)
        close(from);
    if (other >= 0)
        close(other);
    return false;
}
