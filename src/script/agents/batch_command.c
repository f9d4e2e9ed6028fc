/* batch_command.c: see batch_command.h */
#include "script/agents/batch_command.h"

#include "script/run/programs.h"
#include "script/run/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

bool batch_command_start(struct batch_command *command, char *const *words, struct error *error)
{
    struct script_programs programs = {0};
    int ends[2] = {-1, -1}, null = open("/dev/null", O_RDWR | O_CLOEXEC);
    const char *path = script_programs_find(&programs, words[0], error);
    bool good = path && null >= 0 && pipe2(ends, O_CLOEXEC) == 0;
    if (path && !good)
        error_errno(error, "cannot make a pipe");
    if (good) {
        struct script_spawn_command spawned = {.path = path,
                                               .words = words,
                                               .environment = environ,
                                               .in = null,
                                               .out = ends[1],
                                               .err = ends[1]};
        getrlimit(RLIMIT_NOFILE, &spawned.files);
        fcntl(ends[0], F_SETFL, O_NONBLOCK);
        pid_t pid = script_spawn_process(&spawned, error);
        good = pid > 0;
        close(ends[1]);
        if (good)
            *command = (struct batch_command){.pid = pid, .fd = ends[0]};
        else
            close(ends[0]);
    }
    if (null >= 0)
        close(null);
    script_programs_free(&programs);
    return good;
}

bool batch_command_has_ended(struct batch_command *command)
{
    char bytes[4096];
    ssize_t size;
    if (!command->pid)
        return false;
    while ((size = read(command->fd, bytes, sizeof bytes)) > 0)
        buffer_add_bytes(&command->text, bytes, (size_t)size);
    if (size < 0 && (errno == EAGAIN || errno == EINTR))
        return false;
    close(command->fd);
    while (waitpid(command->pid, NULL, 0) < 0 && errno == EINTR)
        continue; /* or somebody else has taken its status */
    command->pid = 0;
    buffer_add_bytes(&command->text, "", 1);
    return true;
}

void batch_command_clear(struct batch_command *command)
{
    if (command->pid) {
        kill(command->pid, SIGKILL);
        close(command->fd);
        while (waitpid(command->pid, NULL, 0) < 0 && errno == EINTR)
            continue;
    }
    buffer_free(&command->text);
    *command = (struct batch_command){0};
}

int batch_command_guard(pid_t *pid, struct error *error)
{
    static char shell[] = "/bin/sh", option[] = "-c",
                text[] = "ids=$(cat); test -z \"$ids\" || exec scancel -Q $ids";
    char *const words[] = {shell, option, text, NULL};
    int ends[2], null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || pipe2(ends, O_CLOEXEC) != 0) {
        error_errno(error, "cannot make a pipe");
        return -1;
    }
    *pid = fork();
    if (*pid == 0) {
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        signal(SIGHUP, SIG_IGN);
        signal(SIGQUIT, SIG_IGN);
        setpgid(0, 0);
        dup2(ends[0], 0);
        dup2(null, 1);
        dup2(null, 2);
        execv(shell, words);
        _exit(127);
    }
    close(ends[0]);
    close(null);
    if (*pid > 0)
        return ends[1];
    close(ends[1]);
    error_errno(error, "cannot start a process");
    return -1;
}
