/* spawn.c: see spawn.h
 *
 * The child shares this process's memory until it executes its program (as vfork does), so that
 * starting costs the same however large this process is. It only makes system calls. */
#include "script/run/spawn.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK = 65536 };

struct child {
    const struct script_spawn_command *command;
    pid_t parent;
    int failed;              /* errno */
    const char *verb, *what; /* that failed */
};

static int give_up(struct child *child, const char *verb, const char *what)
{
    child->verb = verb;
    child->failed = errno ? errno : EINVAL;
    child->what = what;
    _exit(127);
}

static int become(void *data)
{
    struct child *child = data;
    const struct script_spawn_command *command = child->command;
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t none;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != child->parent)
        _exit(127);
    setpgid(0, 0);
    if (dup2(command->in, 0) < 0 || dup2(command->out, 1) < 0 || dup2(command->err, 2) < 0)
        return give_up(child, "connect", "its standard files");
    if (command->folder && chdir(command->folder) != 0)
        return give_up(child, "enter the folder", command->folder);
    setrlimit(RLIMIT_NOFILE, &command->files);
    if (command->memory) {
        const struct rlimit limit = {command->memory, command->memory};
        setrlimit(RLIMIT_AS, &limit);
    }
    sigaction(SIGPIPE, &usual, NULL);
    sigaction(SIGXFSZ, &usual, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(command->path, command->words, command->environment);
    return give_up(child, "start", command->path);
}

pid_t script_spawn_process(const struct script_spawn_command *command, struct error *error)
{
    static _Alignas(16) char stack[STACK];
    struct child child = {.command = command, .parent = getpid()};
    pid_t pid = clone(become, stack + STACK, CLONE_VM | CLONE_VFORK | SIGCHLD, &child);
    if (pid < 0) {
        error_errno(error, "cannot start a process");
        return -1;
    }
    if (!child.failed)
        return pid;
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    errno = child.failed;
    error_errno(error, "cannot %s %s", child.verb, child.what);
    return -1;
}
