/* process.c: see process.h */
#include "archive/process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { START_FIELD = 22 }; /* of /proc/PID/stat, from 1 */

static size_t read_text(const char *path, char *text, size_t room)
{
    FILE *file = fopen(path, "re");
    size_t size = file ? fread(text, 1, room - 1, file) : 0;
    text[size] = '\0';
    if (file)
        fclose(file);
    return size;
}

static bool this_boot(const struct format_place *place)
{
    char boot[64];
    read_text("/proc/sys/kernel/random/boot_id", boot, sizeof boot);
    boot[strcspn(boot, "\n")] = '\0';
    return boot[0] && !strncmp(boot, place->boot, sizeof place->boot);
}

bool process_is_alive(const struct format_place *place)
{
    if (!place->pid || !this_boot(place))
        return false;
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%u/stat", place->pid);
    if (!read_text(path, text, sizeof text))
        return false;
    const char *field = strrchr(text, ')'); /* the name before it may hold anything */
    if (!field || field[1] != ' ' || field[2] == 'Z' || field[2] == 'X')
        return false;
    for (int number = 2; field && number < START_FIELD; number++)
        field = strchr(field + 1, ' ');
    return field && strtoull(field + 1, NULL, 10) == place->process_start;
}

uint64_t process_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}
