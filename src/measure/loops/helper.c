/* helper.c: see helper.h */
#include "measure/loops/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct helper {
    const char *program;
    char *const *words;
    char **environment;
    int told; /* write end of a pipe */
};

/* True if the helper must not get the variable. It keeps TRIPTYCH_CACHE, which says where plans are
 * stored. */
static bool is_ours(const char *variable)
{
    static const char cache[] = "TRIPTYCH_CACHE=";
    static const char *const names[] = {
        "LD_PRELOAD=", "LD_AUDIT=", "LD_DEBUG=", "GLIBC_TUNABLES=", "TRIPTYCH"};
    if (!strncmp(variable, cache, strlen(cache)))
        return false;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        if (!strncmp(variable, names[i], strlen(names[i])))
            return true;
    }
    return false;
}

/* Copies the program's environment without the variables that would have the helper measured, too;
 * returns the number of entries. The helper takes its memory in large steps and pages, which saves
 * a tenth of its time. */
static size_t fill_environment(char **into)
{
    static char memory[] = "GLIBC_TUNABLES=glibc.malloc.hugetlb=1:glibc.malloc.top_pad=33554432:"
                           "glibc.malloc.mmap_threshold=1073741824:"
                           "glibc.malloc.trim_threshold=1073741824";
    size_t count = 1;
    if (into)
        into[0] = memory;
    for (char **from = environ; from && *from; from++) {
        if (!into || !is_ours(*from)) {
            if (into)
                into[count] = *from;
            count++;
        }
    }
    if (into)
        into[count] = NULL;
    return count + 1;
}

static void tell(const struct helper *helper)
{
    char line[PATH_MAX + 128];
    int size =
        snprintf(line, sizeof line, "%s cannot be started: %s", helper->program, strerror(errno));
    if (size > 0 && write(helper->told, line, (size_t)size) < 0)
        return;
}

/* Raises the limits to their maximum: what the program may use could be too little for the
 * helper. */
static void raise_limits(void)
{
    static const int limits[] = {RLIMIT_AS, RLIMIT_DATA, RLIMIT_FSIZE, RLIMIT_STACK, RLIMIT_CPU};
    struct rlimit limit;
    for (size_t i = 0; i < sizeof limits / sizeof limits[0]; i++) {
        if (getrlimit(limits[i], &limit) == 0) {
            limit.rlim_cur = limit.rlim_max;
            setrlimit(limits[i], &limit);
        }
    }
}

static void become(const struct helper *helper)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    execve(helper->program, helper->words, helper->environment);
    tell(helper);
    _exit(127);
}

/* Sets the standard streams; a program may have closed them, so that other files have their
 * numbers. False with errno. */
static bool set_streams(struct helper *helper)
{
    int nothing = open("/dev/null", O_RDWR);
    int high = fcntl(nothing, F_DUPFD, STDERR_FILENO + 1);
    helper->told = fcntl(helper->told, F_DUPFD, STDERR_FILENO + 1);
    if (high < 0 || helper->told < 0 || dup2(high, STDIN_FILENO) < 0 ||
        dup2(high, STDOUT_FILENO) < 0 || dup2(helper->told, STDERR_FILENO) < 0)
        return false;
    helper->told = STDERR_FILENO;
#ifdef SYS_close_range
    syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0);
#endif
    return true;
}

/* Copies this process without running fork handlers: nothing else is to notice it. */
static pid_t copy_process(int signal)
{
    return (pid_t)syscall(SYS_clone, signal, 0, 0, 0, 0);
}

/* Runs the helper as a child of an intermediate process. exec resets the exit signal to SIGCHLD, so
 * the process that the program could notice must not exec. */
static void stand_between(struct helper *helper)
{
    int status = 1;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    raise_limits();
    if (set_streams(helper)) {
        pid_t child = copy_process(SIGCHLD);
        if (child == 0)
            become(helper);
        if (child > 0 && waitpid(child, &status, 0) == child)
            _exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
    }
    tell(helper);
    _exit(126);
}

/* Reads the helper's messages until its end. The first line is kept; the rest is read, too, so that
 * the helper does not block. */
static void listen_to_it(int from, char *why, size_t size)
{
    size_t used = 0;
    char rest[512] = "";
    for (;;) {
        bool room = used + 1 < size;
        ssize_t got = read(from, room ? why + used : rest, room ? size - 1 - used : sizeof rest);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            break;
        used += room ? (size_t)got : 0;
    }
    why[used] = '\0';
    why[strcspn(why, "\n")] = '\0';
}

static bool wait_for(pid_t child, int flags)
{
    int status;
    pid_t ended;
    do {
        ended = waitpid(child, &status, flags);
    } while (ended < 0 && errno == EINTR);
    return ended == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Takes the pending SIGCHLD away, where a child must announce its end by a signal (an emulator
 * requires it). */
static bool take_signal(void)
{
    static const struct timespec now;
    sigset_t only;
    sigemptyset(&only);
    sigaddset(&only, SIGCHLD);
    return sigtimedwait(&only, NULL, &now) == SIGCHLD;
}

static bool start(struct helper *helper, int ends[2], char *why, size_t size)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before);
    int wait_flags = __WCLONE;
    pid_t child = copy_process(0);
    if (child < 0 && errno == EINVAL) {
        wait_flags = 0;
        child = copy_process(SIGCHLD);
    }
    if (child == 0)
        stand_between(helper);
    int error = errno;
    close(ends[1]);
    if (wait_flags)
        sigprocmask(SIG_SETMASK, &before, NULL);
    bool good = false;
    if (child > 0) {
        listen_to_it(ends[0], why, size);
        good = wait_for(child, wait_flags);
    } else {
        snprintf(why, size, "%s cannot be started: %s", helper->program, strerror(error));
    }
    if (!wait_flags) {
        take_signal();
        sigprocmask(SIG_SETMASK, &before, NULL);
    }
    close(ends[0]);
    return good;
}

bool measure_helper_run(const char *program, const char *const *arguments, char *why, size_t size)
{
    int ends[2];
    size_t bytes = fill_environment(NULL) * sizeof(char *);
    char **memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    why[0] = '\0';
    if (memory == MAP_FAILED || pipe2(ends, O_CLOEXEC)) {
        snprintf(why, size, "%s cannot be started: %s", program, strerror(errno));
        if (memory != MAP_FAILED)
            munmap(memory, bytes);
        return false;
    }
    char *words[HELPER_ARGUMENTS + 2] = {(char *)program};
    for (size_t i = 0; i < HELPER_ARGUMENTS && arguments[i]; i++)
        words[i + 1] = (char *)arguments[i];
    struct helper helper = {program, words, memory, ends[1]};
    fill_environment(memory);
    bool good = start(&helper, ends, why, size);
    if (!good && !why[0])
        snprintf(why, size, "%s failed without a message", program);
    munmap(memory, bytes);
    return good;
}
