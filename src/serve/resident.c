/* resident.c: see resident.h */
#include "serve/resident.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define MUCH ((uint64_t)250 << 20) /* bytes */

/* Returns the bytes of mapped files that are in memory. */
static uint64_t mapped_bytes(void)
{
    unsigned long long all = 0, resident = 0, shared = 0;
    FILE *in = fopen("/proc/self/statm", "re");
    if (in && fscanf(in, "%llu %llu %llu", &all, &resident, &shared) != 3)
        shared = 0;
    if (in)
        fclose(in);
    return (uint64_t)shared * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* Gives back the pages of one line of /proc/self/maps, if it is a file below the folder that is
 * mapped for reading: nothing in memory differs from the file. */
static void give_back(const char *line, const char *folder, size_t size)
{
    uintptr_t from, to;
    char mode[5];
    const char *path = strchr(line, '/');
    if (sscanf(line, "%" SCNxPTR "-%" SCNxPTR " %4s", &from, &to, mode) == 3 && path &&
        !strncmp(mode, "r--", 3) && !strncmp(path, folder, size) && path[size] == '/')
        madvise((void *)from, to - from, MADV_DONTNEED);
}

void serve_resident_trim(const char *folder)
{
    char real[PATH_MAX], *line = NULL;
    size_t room = 0;
    if (mapped_bytes() < MUCH || !realpath(folder, real))
        return;
    FILE *in = fopen("/proc/self/maps", "re");
    while (in && getline(&line, &room, in) > 0)
        give_back(line, real, strlen(real));
    if (in)
        fclose(in);
    free(line);
}
