/* folder.c: see folder.h. mkdir decides which process is first, so no lock is needed. Descriptors
 * are closed at once: a program may close those that it does not know. */
#include "measure/folder.h"

#include "format/marker.h"
#include "measure/own/own.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char current[PATH_MAX]; /* the archive that contains this process's place */

static bool too_long(int wrote, size_t size)
{
    if (wrote >= 0 && (size_t)wrote < size)
        return false;
    errno = ENAMETOOLONG;
    return true;
}

/* True if other users may read the archive, within the umask. */
static bool is_shared(void)
{
    const char *text = secure_getenv("TRIPTYCH_SHARED");
    return text && !strcmp(text, "1");
}

static mode_t folder_mode(void)
{
    return is_shared() ? 0777 : 0700;
}

static mode_t file_mode(void)
{
    return is_shared() ? 0666 : 0600;
}

static void close_quietly(int fd)
{
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error;
}

static int open_below(int folder, const char *name)
{
    return openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/* Opens the archive's folder, which must belong to the user: another user may have put a different
 * one in its place. -1 with errno. */
static int open_archive(const char *archive)
{
    struct stat facts;
    int fd = open_below(AT_FDCWD, archive);
    if (fd < 0 || is_shared() || (fstat(fd, &facts) == 0 && facts.st_uid == geteuid()))
        return fd;
    close(fd);
    errno = EPERM;
    return -1;
}

static bool make_inner(const char *archive, const char *name)
{
    int folder = open_archive(archive);
    bool made = folder >= 0 && (mkdirat(folder, name, folder_mode()) == 0 || errno == EEXIST);
    close_quietly(folder);
    return made;
}

bool measure_folder_make(const char *archive, const char *name)
{
    return make_inner(archive, name);
}

/* Opens the folders above a file one by one and returns the innermost; *name is the last part of
 * `path`. Takes over `folder`. */
static int open_above(int folder, const char *path, const char **name)
{
    for (const char *slash; folder >= 0 && (slash = strchr(path, '/')); path = slash + 1) {
        char part[NAME_MAX + 1];
        int inner = -1;
        if (!too_long(snprintf(part, sizeof part, "%.*s", (int)(slash - path), path), sizeof part))
            inner = open_below(folder, part);
        close_quietly(folder);
        folder = inner;
    }
    *name = path;
    return folder;
}

int measure_folder_open_file(const char *archive, const char *path, int flags)
{
    const char *name;
    int folder = open_above(open_archive(archive), path, &name);
    int fd = folder < 0 ? -1 : openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, file_mode());
    close_quietly(folder);
    return fd;
}

int measure_folder_open_of_place(const char *path, int flags)
{
    size_t size = strlen(current);
    if (!size || strncmp(path, current, size) != 0 || path[size] != '/') {
        errno = ENOENT; /* the place could not be made */
        return -1;
    }
    return measure_folder_open_file(current, path + size + 1, flags);
}

const char *measure_folder_why(int error)
{
    if (error == EPERM)
        return "it belongs to another user";
    if (error == ELOOP || error == ENOTDIR)
        return "Not a directory, or a symbolic link, which is not followed";
    return strerror(error);
}

/* The marker distinguishes an archive from other folders. */
bool measure_folder_make_new(const char *archive)
{
    static const struct format_marker marker = {.magic = FORMAT_MARKER_MAGIC};
    if (mkdir(archive, folder_mode()) != 0)
        return false;
    int fd = measure_folder_open_file(archive, FORMAT_MARKER_FILE, O_WRONLY | O_CREAT | O_EXCL);
    bool made = fd >= 0 && write(fd, &marker, sizeof marker) == (ssize_t)sizeof marker;
    close_quietly(fd);
    if (!made && errno == EEXIST)
        errno = EPERM; /* another process was faster; EEXIST is reserved for the folder */
    return made;
}

bool measure_folder_make_archive(char *archive, size_t size)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        return false;
    for (unsigned i = 1;; i++) {
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, ".%u", i);
        if (too_long(
                snprintf(archive, size, "%s/%s%s.tri", here, measure_own_program_name(), number),
                size))
            return false;
        if (measure_folder_make_new(archive))
            return make_inner(archive, "places");
        if (errno != EEXIST)
            return false;
    }
}

/* Returns a number that no other process has drawn: each process appends one byte to a file and
 * reads its position. */
static unsigned draw_number(const char *archive)
{
    int fd = measure_folder_open_file(archive, "places/next", O_WRONLY | O_CREAT | O_APPEND);
    if (fd < 0)
        return 0;
    off_t after = write(fd, ".", 1) == 1 ? lseek(fd, 0, SEEK_CUR) : 0;
    close(fd);
    return after > 0 ? (unsigned)(after - 1) : 0;
}

/* Makes the folder of places. On a host with its own disk, the first process makes the archive
 * there, too. */
static bool make_places(const char *archive)
{
    if (make_inner(archive, "places"))
        return true;
    return errno == ENOENT && (measure_folder_make_new(archive) || errno == EEXIST) &&
           make_inner(archive, "places");
}

static int open_places(const char *archive)
{
    const char *none;
    return open_above(open_archive(archive), "places/", &none);
}

bool measure_folder_make_place(const char *archive, char *folder, size_t size, unsigned *number)
{
    int places = make_places(archive) ? open_places(archive) : -1;
    bool made = false;
    for (unsigned i = places < 0 ? 0 : draw_number(archive); places >= 0; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", i);
        if (too_long(snprintf(folder, size, "%s/places/%u", archive, i), size))
            break;
        made = mkdirat(places, name, folder_mode()) == 0;
        *number = i;
        if (made || errno != EEXIST)
            break;
    }
    close_quietly(places);
    if (made)
        snprintf(current, sizeof current, "%s", archive);
    return made;
}

void measure_folder_remove_place(const char *folder)
{
    char path[PATH_MAX];
    if (!too_long(snprintf(path, sizeof path, "%s/place", folder), sizeof path))
        unlink(path);
    rmdir(folder);
}
