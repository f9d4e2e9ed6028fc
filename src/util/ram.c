/* ram.c: see ram.h */
#include "util/ram.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Returns the number in a file; UINT64_MAX if it has none, such as "max". */
static uint64_t number_in(const char *path)
{
    FILE *file = fopen(path, "re");
    unsigned long long number = UINT64_MAX;
    if (!file)
        return number;
    if (fscanf(file, "%llu", &number) != 1)
        number = UINT64_MAX;
    fclose(file);
    return number;
}

/* Returns the least limit of a control group and those around it. */
static uint64_t limit_of(const char *root, char *group, const char *file)
{
    uint64_t least = UINT64_MAX;
    char path[2 * PATH_MAX];
    for (;;) {
        snprintf(path, sizeof path, "%s%s/%s", root, group, file);
        uint64_t limit = number_in(path);
        least = limit < least ? limit : least;
        char *last = strrchr(group, '/');
        if (!last)
            return least;
        *last = '\0';
    }
}

/* Returns the least limit of the control groups of this process, of either version. */
static uint64_t group_limit(void)
{
    char line[PATH_MAX];
    uint64_t least = UINT64_MAX;
    FILE *file = fopen("/proc/self/cgroup", "re");
    while (file && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        uint64_t limit = UINT64_MAX;
        if (!names[1])
            limit = limit_of("/sys/fs/cgroup", group, "memory.max");
        else if (strstr(names, "memory"))
            limit = limit_of("/sys/fs/cgroup/memory", group, "memory.limit_in_bytes");
        least = limit < least ? limit : least;
    }
    if (file)
        fclose(file);
    return least;
}

uint64_t ram_size(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    uint64_t all = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
    uint64_t limit = group_limit();
    return limit < all ? limit : all;
}
