/* newest.c: see newest.h */
#include "cmd/newest.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool newest_archive(char *name, size_t room)
{
    struct timespec newest = {0};
    bool found = false;
    DIR *here = opendir(".");
    for (struct dirent *entry; here && (entry = readdir(here));) {
        size_t size = strlen(entry->d_name);
        struct stat facts;
        if (size <= 4 || strcmp(entry->d_name + size - 4, ".tri") != 0 ||
            stat(entry->d_name, &facts) || !S_ISDIR(facts.st_mode))
            continue;
        bool newer =
            facts.st_mtim.tv_sec > newest.tv_sec ||
            (facts.st_mtim.tv_sec == newest.tv_sec && facts.st_mtim.tv_nsec > newest.tv_nsec);
        if (found && !newer)
            continue;
        newest = facts.st_mtim;
        snprintf(name, room, "%s", entry->d_name);
        found = true;
    }
    if (here)
        closedir(here);
    return found;
}
