/* process.c: see process.h */
#include "instrument/driver/process.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST = 2 }; /* children at a time */

static volatile sig_atomic_t running[MOST]; /* process ids of the children, or 0 */
static volatile sig_atomic_t came;          /* the signal, or 0 */

/* Handles a signal: passes it on to the children. */
static void pass_on(int number)
{
    came = number;
    for (size_t i = 0; i < MOST; i++) {
        if (running[i] > 0)
            kill((pid_t)running[i], number);
    }
}

void process_catch_signals(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        struct sigaction old;
        struct sigaction action = {.sa_handler = pass_on};
        sigaction(numbers[i], NULL, &old);
        if (old.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
    }
}

int process_signal(void)
{
    return came;
}

/* Sets the files of a child. */
static void redirect(posix_spawn_file_actions_t *actions, const struct process *how)
{
    if (how->input)
        posix_spawn_file_actions_addopen(actions, 0, how->input, O_RDONLY, 0);
    if (how->output)
        posix_spawn_file_actions_addopen(actions, 1, how->output, O_WRONLY | O_CREAT | O_TRUNC,
                                         0600);
    if (how->output_file)
        posix_spawn_file_actions_adddup2(actions, how->output_file, 1);
    if (how->error_file)
        posix_spawn_file_actions_adddup2(actions, how->error_file, 2);
    if (how->errors)
        posix_spawn_file_actions_addopen(actions, 2, how->errors, O_WRONLY | O_CREAT | O_TRUNC,
                                         0600);
}

/* Returns the environment with LC_ALL=C; NULL if memory ran out. The caller frees the list. */
static char **plain_environment(void)
{
    size_t count = 0;
    while (environ[count])
        count++;
    char **list = calloc(count + 2, sizeof *list);
    if (!list)
        return NULL;
    size_t used = 0;
    static char plain[] = "LC_ALL=C";
    list[used++] = plain;
    for (size_t i = 0; i < count; i++) {
        if (strncmp(environ[i], "LC_ALL=", 7) != 0)
            list[used++] = environ[i];
    }
    return list;
}

/* Replaces a process id in `running`. */
static void exchange(pid_t from, pid_t to)
{
    for (size_t i = 0; i < MOST; i++) {
        if (running[i] == from) {
            running[i] = to;
            return;
        }
    }
}

/* Starts a child. A signal that comes meanwhile is held back until there is a child to pass it on
 * to. */
static int spawn(pid_t *child, char *const *words, const posix_spawn_file_actions_t *actions,
                 char **environment)
{
    posix_spawnattr_t attributes;
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &before);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int failed = posix_spawnp(child, words[0], actions, &attributes, words, environment);
    posix_spawnattr_destroy(&attributes);
    if (!failed) {
        exchange(0, *child);
        if (came)
            kill(*child, came);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return failed;
}

pid_t process_start(char *const *words, const struct process *how, struct error *error)
{
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    redirect(&actions, how);
    char **environment = how->plain ? plain_environment() : NULL;
    pid_t child;
    int failed = spawn(&child, words, &actions, environment ? environment : environ);
    posix_spawn_file_actions_destroy(&actions);
    free(environment);
    if (!failed)
        return child;
    errno = failed;
    error_errno(error, "cannot run the compiler '%s'", words[0]);
    return PROCESS_MISSING;
}

int process_wait(pid_t child)
{
    int status = 0;
    assert(child == PROCESS_MISSING || child > 0);
    if (child == PROCESS_MISSING)
        return PROCESS_MISSING;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    exchange(child, 0);
    return status;
}

int process_run(char *const *words, const struct process *how, struct error *error)
{
    return process_wait(process_start(words, how, error));
}
