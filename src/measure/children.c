/* children.c: wraps wait and its relatives: a process that learns that a signal ended its child
 * records it, since the child could not. That includes launchers and shells, which are no places.
 * Wraps kill, too: a process that its launcher killed, because another one had died, can then be
 * told from one that died by itself. */
#include "format/death.h"
#include "measure/folder.h"
#include "measure/identity.h"
#include "measure/listen.h"
#include "measure/place.h"
#include "measure/threads/real.h"
#include "measure/timens.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Opens the file of deaths on this machine; the first process makes its folder. -1 with errno. */
static int open_deaths(const char *archive, const char *boot)
{
    char path[sizeof FORMAT_DEATHS_FOLDER + IDENTITY_BOOT];
    if (!measure_folder_make(archive, FORMAT_DEATHS_FOLDER))
        return -1;
    snprintf(path, sizeof path, FORMAT_DEATHS_FOLDER "/%s", boot);
    return measure_folder_open_file(archive, path, O_WRONLY | O_APPEND | O_CREAT);
}

/* Records the end of a process. May be called in a handler of SIGCHLD. */
static void tell(pid_t pid, int status)
{
    const char *archive = secure_getenv("TRIPTYCH_ARCHIVE");
    char boot[IDENTITY_BOOT];
    struct timespec now;
    if (!archive || !*archive || !identity_boot(boot))
        return;
    int fd = open_deaths(archive, boot);
    if (fd < 0)
        return;
    clock_gettime(CLOCK_MONOTONIC, &now);
    struct format_death death = {
        .pid = (uint32_t)pid,
        .status = status,
        .monotonic = (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec - timens_monotonic,
    };
    ssize_t written = write(fd, &death, sizeof death);
    (void)written; /* the disk is full: the death stays unrecorded */
    close(fd);
}

static void heed(pid_t pid, int status)
{
    if (pid <= 0 || (status >= 0 && !WIFSIGNALED(status)) || listen_busy)
        return;
    int saved = errno;
    listen_busy++;
    if (!measure_place_is_measuring()) /* otherwise it was read before */
        timens_read();
    tell(pid, status);
    listen_busy--;
    errno = saved;
}

REAL_STAND_IN pid_t waitpid(pid_t pid, int *status, int options)
{
    int own = 0, *to = status ? status : &own;
    pid_t ended = REAL(waitpid)(pid, to, options);
    heed(ended, ended > 0 ? *to : 0);
    return ended;
}

REAL_STAND_IN pid_t wait(int *status)
{
    int own = 0, *to = status ? status : &own;
    pid_t ended = REAL(wait)(to);
    heed(ended, ended > 0 ? *to : 0);
    return ended;
}

REAL_STAND_IN pid_t wait3(int *status, int options, struct rusage *usage)
{
    int own = 0, *to = status ? status : &own;
    pid_t ended = REAL(wait3)(to, options, usage);
    heed(ended, ended > 0 ? *to : 0);
    return ended;
}

REAL_STAND_IN pid_t wait4(pid_t pid, int *status, int options, struct rusage *usage)
{
    int own = 0, *to = status ? status : &own;
    pid_t ended = REAL(wait4)(pid, to, options, usage);
    heed(ended, ended > 0 ? *to : 0);
    return ended;
}

REAL_STAND_IN int waitid(idtype_t type, id_t id, siginfo_t *info, int options)
{
    siginfo_t own = {0}, *to = info ? info : &own;
    int result = REAL(waitid)(type, id, to, options);
    bool killed = result == 0 && to->si_signo == SIGCHLD &&
                  (to->si_code == CLD_KILLED || to->si_code == CLD_DUMPED);
    heed(killed ? to->si_pid : 0, killed ? to->si_status : 0);
    return result;
}

/* True if a process is ending already: a launcher sends its signal to the process whose end it
 * noticed, too. */
static bool is_ending(pid_t pid)
{
    enum { FLAGS = 9, EXITING = 4 }; /* field number, from 1; PF_EXITING of the kernel */
    char path[32], text[512];
    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    ssize_t size = fd >= 0 ? read(fd, text, sizeof text - 1) : 0;
    if (fd >= 0)
        close(fd);
    text[size > 0 ? size : 0] = '\0';
    const char *at = strrchr(text, ')'); /* the program name before it may contain anything */
    if (!at || at[1] != ' ' || at[2] == 'Z' || at[2] == 'X')
        return true;
    for (int field = 2; at && field < FLAGS; field++)
        at = strchr(at + 1, ' ');
    return !at || strtoul(at, NULL, 10) & EXITING;
}

/* Records the signal before it is sent, since the process may not exist afterwards. A process group
 * is recorded by the number of its first process, which mostly is the only measured one. */
REAL_STAND_IN int kill(pid_t pid, int number)
{
    pid_t target = pid < -1 ? -pid : pid;
    bool ends = number == SIGKILL || number == SIGTERM || number == SIGINT || number == SIGABRT;
    int saved = errno;
    listen_busy++;
    ends = ends && target > 0 && target != getpid() && !is_ending(target);
    listen_busy--;
    errno = saved;
    if (ends)
        heed(target, format_death_sent(number));
    return REAL(kill)(pid, number);
}

REAL_STAND_IN int killpg(pid_t group, int number)
{
    return group > 1 ? kill(-group, number) : REAL(killpg)(group, number);
}
