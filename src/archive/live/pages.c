/* pages.c: see pages.h. The page of a place is mapped and shared with its process; its content is
 * checked. */
#include "archive/live/pages.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* Maps the page of a place; NULL if there is none, it may not be written, or it is damaged. */
static struct format_place *map_page(int places, const char *number, unsigned *denied)
{
    char path[NAME_MAX + 16];
    snprintf(path, sizeof path, "%s/place", number);
    int fd = openat(places, path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
    struct stat status;
    *denied += fd < 0 && errno == EACCES;
    if (fd < 0)
        return NULL;
    void *page = MAP_FAILED;
    if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size >= FORMAT_PLACE_SIZE)
        page = mmap(NULL, FORMAT_PLACE_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (page == MAP_FAILED)
        return NULL;
    struct format_place *place = page;
    if (__atomic_load_n(&place->magic, __ATOMIC_ACQUIRE) == FORMAT_PLACE_MAGIC &&
        format_is_readable(place->version))
        return place;
    munmap(page, FORMAT_PLACE_SIZE);
    return NULL;
}

bool archive_pages_visit(const char *archive, void (*visit)(struct format_place *, void *),
                         void *context, unsigned *denied, struct error *error)
{
    char path[PATH_MAX];
    *denied = 0;
    if (snprintf(path, sizeof path, "%s/places", archive) >= (int)sizeof path)
        return error_set(error, "the path is too long: %.200s...", archive);
    DIR *places = opendir(path);
    if (!places)
        return error_errno(error, "%s cannot be read", path);
    struct dirent *entry;
    while ((entry = readdir(places))) {
        struct format_place *place =
            entry->d_name[0] == '.' ? NULL : map_page(dirfd(places), entry->d_name, denied);
        if (!place)
            continue;
        visit(place, context);
        munmap(place, FORMAT_PLACE_SIZE);
    }
    closedir(places);
    return true;
}
