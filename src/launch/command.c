/* command.c: see command.h */
#include "launch/command.h"

#include "util/memory.h"
#include "util/privacy.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECOND UINT64_C(1000000000)

/* Fills in the signals that are passed on to the command. All others reach it by themselves, or
 * cannot be caught. */
static void fill_passed(sigset_t *set)
{
    static const int passed[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM};
    sigemptyset(set);
    for (size_t i = 0; i < sizeof passed / sizeof passed[0]; i++)
        sigaddset(set, passed[i]);
}

static _Noreturn void become(char **command, const sigset_t *mask, int report)
{
    char self[24]; /* marks the command's own process: those that it starts have another pid */
    snprintf(self, sizeof self, "%ld", (long)getpid());
    setenv("TRIPTYCH_COMMAND", self, 1);
    sigprocmask(SIG_SETMASK, mask, NULL);
    privacy_leave();
    execvp(command[0], command);
    int error = errno;
    if (write(report, &error, sizeof error) != sizeof error)
        _exit(126);
    _exit(127);
}

/* The child writes the errno of a failed exec into a pipe, which a successful one closes. */
static pid_t start(char **command, const sigset_t *mask, int *failure)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
        *failure = errno;
        return -1;
    }
    pid_t child = fork();
    if (child == 0)
        become(command, mask, ends[1]);
    *failure = child < 0 ? errno : 0;
    close(ends[1]);
    if (child > 0 && read(ends[0], failure, sizeof *failure) == (ssize_t)sizeof *failure) {
        waitpid(child, NULL, 0);
        child = -1;
    }
    close(ends[0]);
    return child;
}

uint64_t launch_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * SECOND + (uint64_t)now.tv_nsec;
}

/* Runs the timers that are due. Returns the time of the next one. */
static uint64_t run_timers(struct launch_timer *const *timers, pid_t child)
{
    uint64_t next = LAUNCH_NEVER;
    for (; *timers; timers++) {
        struct launch_timer *timer = *timers;
        if (timer->next <= launch_now())
            timer->run(timer, child);
        if (timer->next < next)
            next = timer->next;
    }
    return next;
}

/* Waits for a signal, for a watched descriptor, or until a time. Returns true if a signal came. */
static bool wait_for_signal(int signals, const struct launch_watch *watch, uint64_t until,
                            struct signalfd_siginfo *info)
{
    struct pollfd *fds = NULL;
    size_t count = watch ? watch->fds(watch->context, &fds) : 0;
    struct pollfd *all = memory_zeroed(count + 1, sizeof *all);
    all[0] = (struct pollfd){.fd = signals, .events = POLLIN};
    if (count)
        memcpy(all + 1, fds, count * sizeof *fds);
    free(fds);
    uint64_t now = launch_now(), left = until > now ? until - now : 0;
    struct timespec limit = {.tv_sec = (time_t)(left / SECOND), .tv_nsec = (long)(left % SECOND)};
    int ready = ppoll(all, count + 1, until == LAUNCH_NEVER ? NULL : &limit, NULL);
    bool is_signal = ready > 0 && all[0].revents & POLLIN;
    free(all);
    if (watch && ready > is_signal)
        watch->ready(watch->context);
    return is_signal && read(signals, info, sizeof *info) == (ssize_t)sizeof *info;
}

/* Waits for the child, and passes signals on to it that a process sent to us alone; a signal from
 * the terminal has reached the child already. Returns the status of waitpid(). */
static int wait_for(pid_t child, const sigset_t *watched, struct launch_timer *const *timers,
                    const struct launch_watch *watch)
{
    int signals = signalfd(-1, watched, SFD_CLOEXEC | SFD_NONBLOCK), status;
    while (waitpid(child, &status, WNOHANG) != child) {
        struct signalfd_siginfo info;
        if (wait_for_signal(signals, watch, run_timers(timers, child), &info) &&
            info.ssi_signo != SIGCHLD && info.ssi_code <= 0)
            kill(child, (int)info.ssi_signo);
    }
    close(signals);
    return status;
}

/* Returns a hint for the message about a program that is not there. */
static const char *missing(const char *name)
{
    if (strchr(name, ' '))
        return "; the command and its arguments are words by themselves: leave the quotes out";
    if (!strncmp(name, "mpirun", 6) || !strncmp(name, "mpiexec", 7))
        return "; it comes with an MPI: on Debian, install openmpi-bin or mpich";
    return strchr(name, '/') ? "" : "; a program in the current folder is called by ./NAME";
}

bool launch(char **command, struct launch_timer *const *timers, const struct launch_watch *watch,
            int *status, int *code, struct error *error)
{
    sigset_t watched, before;
    fill_passed(&watched);
    sigaddset(&watched, SIGCHLD);
    sigprocmask(SIG_BLOCK, &watched, &before);
    int failure;
    pid_t child = start(command, &before, &failure);
    if (child > 0)
        *status = wait_for(child, &watched, timers, watch);
    sigprocmask(SIG_SETMASK, &before, NULL);
    if (child > 0)
        return true;
    *code = failure == ENOENT ? 127 : 126;
    return error_set(error, "%s cannot be started: %s%s", command[0], strerror(failure),
                     failure == ENOENT ? missing(command[0]) : "");
}

void launch_end_like(int status)
{
    if (WIFEXITED(status))
        exit(WEXITSTATUS(status));
    int number = WTERMSIG(status);
    struct rlimit none = {0, 0}; /* no core of our own: the one of the command is the useful one */
    setrlimit(RLIMIT_CORE, &none);
    signal(number, SIG_DFL);
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, number);
    sigprocmask(SIG_UNBLOCK, &only, NULL);
    raise(number);
    exit(128 + number);
}
