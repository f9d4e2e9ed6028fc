/* liveness.c: see liveness.h */
#include "archive/live/liveness.h"

#include "format/timens.h"

#include <assert.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

enum { START_FIELD = 22 }; /* field of /proc/PID/stat, from 1 */

static size_t read_text(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "re");
    size_t size = file ? fread(text, 1, room - 1, file) : 0;
    text[size] = '\0';
    if (file)
        fclose(file);
    return size;
}

static char offsets[256]; /* content of FORMAT_TIMENS_FILE, if it applies to this process */

static void read_offsets(void)
{
    char own[64], next[64];
    ssize_t size = readlink(FORMAT_TIMENS_OWN, own, sizeof own);
    if (size > 0 && readlink(FORMAT_TIMENS_NEXT, next, sizeof next) == size &&
        !memcmp(own, next, (size_t)size))
        read_text(FORMAT_TIMENS_FILE, offsets, sizeof offsets);
}

/* Returns by how many ns a clock of this process is ahead of the machine's. */
static int64_t own_offset(const char *clock)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, read_offsets);
    return format_timens_offset(offsets, clock);
}

static bool this_boot(const struct format_place *place)
{
    char boot[64];
    read_text("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    boot[strcspn(boot, "\n")] = '\0';
    return boot[0] && !strncmp(boot, place->boot, sizeof place->boot);
}

bool archive_process_is_alive(const struct format_place *place)
{
    if (!place->pid || !this_boot(place))
        return false;
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%u/stat", place->pid);
    if (!read_text(path, text, sizeof text))
        return false;
    const char *field = strrchr(text, ')'); /* the name before it may contain anything */
    if (!field || field[1] != ' ' || field[2] == 'Z' || field[2] == 'X')
        return false;
    for (int number = 2; field && number < START_FIELD; number++)
        field = strchr(field + 1, ' ');
    uint64_t ahead = (uint64_t)(own_offset("boottime") / (SECOND / sysconf(_SC_CLK_TCK)));
    return field && strtoull(field + 1, NULL, 10) - ahead == place->process_start;
}

int archive_process_open(const struct format_place *place)
{
    int fd = place->pid ? (int)syscall(SYS_pidfd_open, (pid_t)place->pid, 0) : -1;
    if (fd >= 0 &&
        !archive_process_is_alive(
            place)) { /* checked now, so that the descriptor is that of the same process */
        close(fd);
        return -1;
    }
    return fd;
}

bool archive_process_has_ended(int fd)
{
    assert(fd >= 0);
    struct pollfd asked = {.fd = fd, .events = POLLIN};
    return poll(&asked, 1, 0) > 0;
}

uint64_t archive_process_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)(now.tv_sec * SECOND + now.tv_nsec - own_offset("monotonic"));
}
