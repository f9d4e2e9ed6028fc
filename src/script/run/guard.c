/* guard.c: see guard.h
 *
 * A process started by a task may start others; PR_SET_PDEATHSIG reaches only the first one, the
 * guard all of its group. */
#include "script/run/guard.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Waits until the run has ended, or has given no sign of life for too long. */
static bool wait_for_end(int life, int limit)
{
    char bytes[64];
    struct pollfd asked = {.fd = life, .events = POLLIN};
    for (;;) {
        int ready = poll(&asked, 1, limit);
        if (ready == 0)
            return false;
        ssize_t size = ready > 0 ? read(life, bytes, sizeof bytes) : 1;
        if (size == 0 || (size < 0 && errno != EINTR))
            return true;
    }
}

__attribute__((noreturn)) static void watch_over(const struct script_guard *guard, int life,
                                                 pid_t run, int limit)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setpgid(0, 0);
    prctl(PR_SET_NAME, "triptych-guard");
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int i = 0; null >= 0 && i < 3; i++) /* whoever waits for the end of output need not wait */
        dup2(null, i);
    if (!wait_for_end(life, limit))
        kill(run, SIGKILL);
    for (size_t i = 0; i < guard->slots; i++) {
        pid_t group = atomic_load(&guard->groups[i]);
        if (group > 1)
            kill(-group, SIGKILL);
    }
    _exit(0);
}

bool script_guard_start(struct script_guard *guard, size_t slots, int limit, struct error *error)
{
    int ends[2];
    *guard = (struct script_guard){.slots = slots, .pid = -1, .life = -1};
    guard->groups = mmap(NULL, slots * sizeof *guard->groups, PROT_READ | PROT_WRITE,
                         MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (guard->groups == MAP_FAILED) {
        guard->groups = NULL;
        return error_errno(error, "not enough memory");
    }
    if (pipe2(ends, O_CLOEXEC) != 0)
        return error_errno(error, "cannot make a pipe");
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    pid_t run = getpid();
    guard->pid = fork();
    if (guard->pid == 0) {
        close(ends[1]);
        watch_over(guard, ends[0], run, limit);
    }
    close(ends[0]);
    guard->life = ends[1];
    return guard->pid > 0 || error_errno(error, "cannot start a process");
}

void script_guard_beat(const struct script_guard *guard)
{
    if (guard->life >= 0 && write(guard->life, "", 1) < 0)
        return; /* it has enough of them */
}

void script_guard_end(struct script_guard *guard)
{
    if (!guard->groups)
        return;
    for (size_t i = 0; i < guard->slots; i++)
        atomic_store(&guard->groups[i], 0);
    if (guard->life >= 0)
        close(guard->life);
    while (guard->pid > 0 && waitpid(guard->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    munmap(guard->groups, guard->slots * sizeof *guard->groups);
    guard->groups = NULL;
}
