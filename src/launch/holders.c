/* holders.c: see holders.h. /proc tells which environment a process was started with; a process
 * that has been forked and has not called exec yet has that of its parent. */
#include "launch/holders.h"

#include "util/memory.h"
#include "util/words.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST = 4 << 20 }; /* bytes read of an environment */

/* Reads a whole file of /proc/PID. The text ends with two zero bytes. Returns NULL if it cannot be
 * read. */
static char *read_of(pid_t pid, const char *name, size_t *size)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    size_t room = 0;
    char *text = NULL;
    *size = 0;
    if (fd < 0)
        return NULL;
    for (ssize_t got = 1; got > 0 && *size<LARGEST; *size += got> 0 ? (size_t)got : 0) {
        text = memory_grow(text, &room, *size + 4096, 1);
        got = read(fd, text + *size, room - *size - 2);
    }
    close(fd);
    text[*size] = text[*size + 1] = '\0';
    return text;
}

static bool has_archive(pid_t pid, const char *variable)
{
    size_t size;
    char *environment = read_of(pid, "environ", &size);
    bool found = false;
    if (!environment)
        return false;
    for (size_t at = 0; at < size && !found; at += strlen(environment + at) + 1)
        found = !strcmp(environment + at, variable);
    free(environment);
    return found;
}

static bool has_ended(pid_t pid)
{
    size_t size;
    char *stat = read_of(pid, "stat", &size);
    const char *state = stat ? strrchr(stat, ')') : NULL;
    bool ended = !state || (state[1] && (state[2] == 'Z' || state[2] == 'X'));
    free(stat);
    return ended;
}

static void name(struct holder *holder)
{
    size_t size;
    char *text = read_of(holder->pid, "comm", &size);
    if (text)
        text[strcspn(text, "\n")] = '\0';
    char *clean = words_clean(text ? text : "?");
    snprintf(holder->name, sizeof holder->name, "%s", clean);
    free(clean);
    free(text);
}

bool holders_find(const char *archive, struct holder *holder)
{
    char *variable = memory_printf("TRIPTYCH_ARCHIVE=%s", archive);
    DIR *processes = opendir("/proc");
    bool found = false;
    for (struct dirent *entry; processes && !found && (entry = readdir(processes));) {
        pid_t pid = (pid_t)atoi(entry->d_name);
        found = pid > 0 && pid != getpid() && has_archive(pid, variable) && !has_ended(pid);
        holder->pid = pid;
    }
    if (processes)
        closedir(processes);
    if (found)
        name(holder);
    free(variable);
    return found;
}
