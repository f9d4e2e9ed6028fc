/* timens.c: see timens.h */
#include "measure/timens.h"

#include "format/timens.h"

#include <fcntl.h>
#include <stdbool.h>
#include <unistd.h>

uint64_t timens_monotonic, timens_boottime;

/* True if the file describes this process's namespace: it describes the one of the next child. */
static bool tells_of_this_one(void)
{
    char own[64], next[64];
    ssize_t size = readlink(FORMAT_TIMENS_OWN, own, sizeof own);
    return size > 0 && readlink(FORMAT_TIMENS_NEXT, next, sizeof next) == size &&
           !memcmp(own, next, (size_t)size);
}

void timens_read(void)
{
    char text[256];
    timens_monotonic = timens_boottime = 0;
    int fd = open(FORMAT_TIMENS_FILE, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    ssize_t size = read(fd, text, sizeof text - 1);
    close(fd);
    if (size <= 0)
        return;
    text[size] = '\0';
    int64_t monotonic = format_timens_offset(text, "monotonic");
    int64_t boottime = format_timens_offset(text, "boottime");
    if ((!monotonic && !boottime) || !tells_of_this_one())
        return;
    timens_monotonic = (uint64_t)monotonic;
    timens_boottime = (uint64_t)boottime;
}
