/* commands.c: see commands.h */
#include "model/profile/commands.h"

#include "util/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void profile_command_add(struct profile_command *command, const char *format, ...)
{
    char *word = NULL;
    va_list values;
    va_start(values, format);
    if (vasprintf(&word, format, values) < 0)
        word = memory_string("");
    va_end(values);
    command->words =
        memory_grow(command->words, &command->room, command->count + 2, sizeof *command->words);
    command->words[command->count++] = word;
    command->words[command->count] = NULL;
}

void profile_command_free(struct profile_command *command)
{
    for (size_t i = 0; i < command->count; i++)
        free(command->words[i]);
    free(command->words);
    *command = (struct profile_command){0};
}

/* Appends the end of the output to the error: what the compiler or the program said. */
static void add_log(struct error *error, const char *log)
{
    char text[512];
    FILE *in = fopen(log, "re");
    if (!in)
        return;
    if (fseek(in, -(long)sizeof text + 1, SEEK_END) != 0)
        rewind(in);
    size_t size = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    while (size && text[size - 1] == '\n')
        size--;
    text[size] = '\0';
    size_t used = strlen(error->text);
    if (size)
        snprintf(error->text + used, sizeof error->text - used, "; it said:\n%s", text);
}

bool profile_command_run(const struct profile_command *command, const char *folder, const char *log,
                         const char *what, struct error *error)
{
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status = 0;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, log, O_WRONLY | O_CREAT | O_TRUNC,
                                     0600);
    posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions, folder);
    errno = posix_spawnp(&child, command->words[0], &actions, NULL, command->words, environ);
    bool started = errno == 0;
    posix_spawn_file_actions_destroy(&actions);
    if (!started)
        return error_errno(error, "cannot %s: cannot start %s", what, command->words[0]);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (status == 0)
        return true;
    if (WIFEXITED(status))
        error_set(error, "cannot %s: %s ended with exit status %d", what, command->words[0],
                  WEXITSTATUS(status));
    else
        error_set(error, "cannot %s: %s was ended by signal %d", what, command->words[0],
                  WTERMSIG(status));
    add_log(error, log);
    return false;
}
