/* time_limit.c: see time_limit.h. Processes get SIGTERM, and SIGKILL if they are still there a
 * while later. The command is in our own process group, as a shell would have it, so its processes
 * are found by their parents. A process that left this tree before, as daemons do, keeps running.
 */
#include "launch/time_limit.h"

#include "util/duration.h"
#include "util/memory.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MS UINT64_C(1000000)

static const uint64_t grace = 5000 * MS, step = 20 * MS, last_wait = 2000 * MS;

bool launch_time_limit_read(const char *text, uint64_t *ns)
{
    double seconds;
    if (!duration_read(text, &seconds))
        return false;
    *ns = (uint64_t)(seconds * 1e9);
    return *ns > 0;
}

/* Reads the parent and the start time of a process. Returns false if it is gone, or a zombie. */
static bool look_at(pid_t pid, pid_t *parent, uint64_t *start)
{
    char path[64], text[1024];
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    FILE *file = fopen(path, "re");
    size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = '\0';
    const char *rest = strrchr(text, ')'); /* the name in front may contain any character */
    char state;
    long up;
    unsigned long long begun;
    if (!rest || sscanf(rest + 1,
                        " %c %ld %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s "
                        "%*s %*s %*s %llu",
                        &state, &up, &begun) != 3)
        return false;
    *parent = (pid_t)up;
    *start = begun;
    return state != 'Z' && state != 'X';
}

static bool is_there(const struct ending_process *process)
{
    pid_t parent;
    uint64_t start;
    return look_at(process->pid, &parent, &start) && start == process->start;
}

static bool is_known(const struct launch_time_limit *ending, pid_t pid)
{
    for (size_t i = 0; i < ending->count; i++) {
        if (ending->processes[i].pid == pid)
            return true;
    }
    return false;
}

static void add(struct launch_time_limit *ending, pid_t pid, uint64_t start)
{
    ending->processes =
        memory_grow(ending->processes, &ending->room, ending->count + 1, sizeof *ending->processes);
    ending->processes[ending->count++] = (struct ending_process){pid, start};
}

/* Adds the children of known processes until there are no new ones. */
static void find_more(struct launch_time_limit *ending)
{
    bool found = true;
    while (found) {
        found = false;
        DIR *all = opendir("/proc");
        struct dirent *entry;
        while (all && (entry = readdir(all))) {
            pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10), parent;
            uint64_t start;
            if (pid > 0 && !is_known(ending, pid) && look_at(pid, &parent, &start) &&
                is_known(ending, parent)) {
                add(ending, pid, start);
                found = true;
            }
        }
        if (all)
            closedir(all);
    }
}

/* Sends a signal to all processes that still run. Returns their number. */
static size_t send_to_all(const struct launch_time_limit *ending, int number)
{
    size_t there = 0;
    for (size_t i = 0; i < ending->count; i++) {
        if (is_there(&ending->processes[i])) {
            there++;
            kill(ending->processes[i].pid, number);
        }
    }
    return there;
}

static void time_is_over(struct launch_timer *timer, pid_t child)
{
    struct launch_time_limit *ending = timer->context;
    pid_t parent;
    uint64_t start;
    if (!ending->begun && look_at(child, &parent, &start))
        add(ending, child, start);
    find_more(ending);
    send_to_all(ending, ending->begun ? SIGKILL : SIGTERM);
    if (!ending->begun)
        ending->kill_at = launch_now() + grace;
    timer->next = ending->begun ? launch_now() + step : ending->kill_at;
    ending->begun = true;
}

void launch_time_limit_start(struct launch_time_limit *ending, uint64_t ns)
{
    *ending = (struct launch_time_limit){.timer = {.next = ns ? launch_now() + ns : LAUNCH_NEVER,
                                                   .run = time_is_over,
                                                   .context = ending}};
}

bool launch_time_limit_finish(struct launch_time_limit *ending)
{
    struct timespec pause = {.tv_nsec = (long)step};
    bool killed = false;
    while (ending->begun && send_to_all(ending, killed ? SIGKILL : 0)) {
        uint64_t now = launch_now();
        if (!killed && now >= ending->kill_at)
            killed = true;
        else if (now >= ending->kill_at + last_wait)
            break; /* even SIGKILL does not end it: it waits in the kernel */
        nanosleep(&pause, NULL);
    }
    free(ending->processes);
    ending->processes = NULL;
    return ending->begun;
}
