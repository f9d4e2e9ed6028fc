/* folder.c: see folder.h. mkdir decides who is first; nothing here needs a lock. */
#include "measure/folder.h"

#include "format/marker.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool too_long(int wrote, size_t size)
{
    if (wrote >= 0 && (size_t)wrote < size)
        return false;
    errno = ENAMETOOLONG;
    return true;
}

static bool make_inner(const char *archive, const char *name)
{
    char path[PATH_MAX];
    if (too_long(snprintf(path, sizeof path, "%s/%s", archive, name), sizeof path))
        return false;
    return mkdir(path, 0777) == 0 || errno == EEXIST;
}

/* Makes the folder of an archive, with the marker that tells it from others. */
static bool make_marked(const char *archive)
{
    static const struct format_marker marker = {.magic = FORMAT_MARKER_MAGIC};
    char path[PATH_MAX];
    if (too_long(snprintf(path, sizeof path, "%s/" FORMAT_MARKER_FILE, archive), sizeof path) ||
        mkdir(archive, 0777) != 0)
        return false;
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0666);
    bool made = fd >= 0 && write(fd, &marker, sizeof marker) == (ssize_t)sizeof marker;
    int error = errno;
    if (fd >= 0)
        close(fd);
    errno = error == EEXIST ? EACCES : error; /* EEXIST is that of the folder */
    return made;
}

bool folder_make_archive(char *archive, size_t size)
{
    char here[PATH_MAX];
    if (!getcwd(here, sizeof here))
        return false;
    for (unsigned i = 1;; i++) {
        char number[16] = "";
        if (i > 1)
            snprintf(number, sizeof number, ".%u", i);
        if (too_long(
                snprintf(archive, size, "%s/%s%s.tri", here, program_invocation_short_name, number),
                size))
            return false;
        if (make_marked(archive))
            return make_inner(archive, "places");
        if (errno != EEXIST)
            return false;
    }
}

/* The next number nobody has drawn: every process appends one byte to a file and looks where it
 * stands. */
static unsigned draw_number(const char *archive)
{
    char path[PATH_MAX];
    if (too_long(snprintf(path, sizeof path, "%s/places/next", archive), sizeof path))
        return 0;
    int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (fd < 0)
        return 0;
    off_t after = write(fd, ".", 1) == 1 ? lseek(fd, 0, SEEK_CUR) : 0;
    close(fd);
    return after > 0 ? (unsigned)(after - 1) : 0;
}

/* On a host with a disk of its own, who comes first makes the archive there. */
static bool make_places(const char *archive)
{
    if (make_inner(archive, "places"))
        return true;
    return errno == ENOENT && (make_marked(archive) || errno == EEXIST) &&
           make_inner(archive, "places");
}

bool folder_make_place(const char *archive, char *folder, size_t size, unsigned *number)
{
    if (!make_places(archive))
        return false;
    for (unsigned i = draw_number(archive);; i++) {
        if (too_long(snprintf(folder, size, "%s/places/%u", archive, i), size))
            return false;
        if (mkdir(folder, 0777) == 0) {
            *number = i;
            return true;
        }
        if (errno != EEXIST)
            return false;
    }
}
