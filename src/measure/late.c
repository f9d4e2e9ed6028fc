/* late.c: see late.h. The sealed archive contains a symbolic link to the second archive, since
 * exactly one process succeeds in making a link. The link is read, never followed. */
#include "measure/late.h"

#include "format/marker.h"
#include "format/place.h"
#include "measure/folder.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static bool is_there(const char *archive, const char *name)
{
    char path[PATH_MAX];
    int size = snprintf(path, sizeof path, "%s/%s", archive, name);
    return size > 0 && (size_t)size < sizeof path && access(path, F_OK) == 0;
}

bool late_is_sealed(const char *archive)
{
    return is_there(archive, FORMAT_SEALING_FILE) || is_there(archive, FORMAT_TABLES_FOLDER);
}

/* Returns the length of the archive's parent folder with the slash. */
static int above(const char *archive)
{
    const char *slash = strrchr(archive, '/');
    return slash ? (int)(slash - archive) + 1 : 0;
}

static bool fits(int wrote, size_t size)
{
    if (wrote >= 0 && (size_t)wrote < size)
        return true;
    errno = ENAMETOOLONG;
    return false;
}

/* Reads the name of the second archive. False with ENOENT if there is none yet. */
static bool read_link(const char *archive, const char *link, char *late, size_t size)
{
    char name[NAME_MAX + 1];
    ssize_t got = readlink(link, name, sizeof name - 1);
    if (got <= 0)
        return false;
    name[got] = '\0';
    if (strchr(name, '/')) {
        errno = EPERM;
        return false;
    }
    return fits(snprintf(late, size, "%.*s%s", above(archive), archive, name), size);
}

/* Makes an archive with the next free number. */
static bool make_numbered(const char *archive, char *late, size_t size)
{
    size_t stem = strlen(archive);
    if (stem > 4 && !strcmp(archive + stem - 4, ".tri"))
        stem -= 4;
    for (unsigned i = 2;; i++) {
        if (!fits(snprintf(late, size, "%.*s.%u.tri", (int)stem, archive, i), size))
            return false;
        if (measure_folder_make_new(late))
            return true;
        if (errno != EEXIST)
            return false;
    }
}

/* Removes an archive because another process was faster. */
static void unmake(const char *late)
{
    char marker[PATH_MAX];
    if (fits(snprintf(marker, sizeof marker, "%s/" FORMAT_MARKER_FILE, late), sizeof marker))
        unlink(marker);
    rmdir(late);
}

bool late_find(const char *archive, char *late, size_t size, bool *made)
{
    char link[PATH_MAX];
    *made = false;
    if (!fits(snprintf(link, sizeof link, "%s/" FORMAT_LATE_LINK, archive), sizeof link))
        return false;
    if (read_link(archive, link, late, size))
        return true;
    if (errno != ENOENT || !make_numbered(archive, late, size))
        return false;
    *made = symlink(late + above(late), link) == 0;
    if (*made)
        return true;
    unmake(late);
    return read_link(archive, link, late, size);
}
