/* atomic_file.c: see atomic_file.h */
#include "archive/table/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Makes a folder and the missing ones above it. The ones above are tried only where the folder
 * itself cannot be made for lack of them. */
static bool make_folders(char *path)
{
    if (!mkdir(path, 0777) || errno == EEXIST)
        return true;
    char *slash = strrchr(path, '/');
    if (errno != ENOENT || !slash || slash == path)
        return false;
    *slash = '\0';
    bool made = make_folders(path);
    if (!made)
        return false; /* the path now ends at the folder that cannot be made */
    *slash = '/';
    return !mkdir(path, 0777) || errno == EEXIST;
}

bool archive_file_make_folder(const char *path, struct error *error)
{
    char part[PATH_MAX];
    if (snprintf(part, sizeof part, "%s", path) >= (int)sizeof part)
        return error_set(error, "the path is too long: %.200s...", path);
    return make_folders(part) || error_errno(error, "the folder %s cannot be made", part);
}

static bool write_all(int fd, const char *data, size_t size)
{
    while (size > 0) {
        ssize_t done = write(fd, data, size);
        if (done < 0 && errno == EINTR)
            continue;
        if (done <= 0)
            return false;
        data += done;
        size -= (size_t)done;
    }
    return true;
}

/* Opens a new file for writing. An existing file or link of that name is removed first and never
 * written to. */
static int open_new(const char *path)
{
    int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
    int fd = open(path, flags, 0666);
    if (fd < 0 && errno == EEXIST && unlink(path) == 0)
        fd = open(path, flags, 0666);
    return fd;
}

static bool write_new(const char *path, const void *data, size_t size, const mode_t *mode,
                      struct error *error)
{
    int fd = open_new(path);
    if (fd < 0)
        return error_errno(error, "%s cannot be written", path);
    bool written = write_all(fd, data, size) && (!mode || fchmod(fd, *mode) == 0);
    if (!written)
        error_errno(error, "%s cannot be written", path);
    if (close(fd) && written)
        return error_errno(error, "%s cannot be written", path);
    return written;
}

bool archive_file_write(const char *path, const void *data, size_t size, struct error *error)
{
    return write_new(path, data, size, NULL, error);
}

bool archive_file_write_mode(const char *path, const void *data, size_t size, unsigned mode,
                             struct error *error)
{
    const mode_t exact = (mode_t)mode;
    return write_new(path, data, size, &exact, error);
}

/* Flushes one file or folder. EINVAL is no failure: the file system cannot flush. */
static bool sync_one(const char *path, int flags)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | flags);
    bool synced = fd >= 0 && (!fsync(fd) || errno == EINVAL);
    int saved = errno;
    if (fd >= 0)
        close(fd);
    errno = saved;
    return synced;
}

bool archive_file_sync_folder(const char *path, struct error *error)
{
    return sync_one(path, O_DIRECTORY) ||
           error_errno(error, "%s cannot be written to the disk", path);
}

void archive_file_put(FILE *file, const void *data, size_t size, int *failed)
{
    if (size && fwrite_unlocked(data, size, 1, file) != 1 && !*failed)
        *failed = errno;
}

void archive_file_close(FILE *const *files, size_t count, int *failed)
{
    for (size_t i = 0; i < count; i++) {
        if (files[i] && fclose(files[i]) && !*failed)
            *failed = errno;
    }
}

static int sync_entry(const char *path, const struct stat *facts, int type, struct FTW *at)
{
    (void)facts;
    (void)at;
    return sync_one(path, type == FTW_DP ? O_DIRECTORY : 0) ? 0 : -1;
}

/* Starts writing one file to the disk. Errors are reported by the fsync() that follows. */
static int begin_entry(const char *path, const struct stat *facts, int type, struct FTW *at)
{
    (void)facts;
    (void)at;
    int fd = type == FTW_F ? open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) : -1;
    if (fd >= 0) {
        sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE);
        close(fd);
    }
    return 0;
}

/* All files start being written before the first one is waited for, so that a journal is committed
 * once and not once per file. */
bool archive_file_sync(const char *path, struct error *error)
{
    nftw(path, begin_entry, 16, FTW_PHYS);
    if (nftw(path, sync_entry, 16, FTW_DEPTH | FTW_PHYS))
        return error_errno(error, "%s cannot be written to the disk", path);
    return true;
}

static int remove_one(const char *path, const struct stat *facts, int type, struct FTW *at)
{
    (void)facts;
    (void)type;
    (void)at;
    return remove(path) && errno != ENOENT ? -1 : 0;
}

bool archive_file_remove(const char *path, struct error *error)
{
    if (nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS) && errno != ENOENT)
        return error_errno(error, "%s cannot be removed", path);
    return true;
}
