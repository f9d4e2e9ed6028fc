/* commands.h: runs commands while a task is profiled, and keeps their output. */
#ifndef MODEL_PROFILE_COMMANDS_H
#define MODEL_PROFILE_COMMANDS_H

#include "util/error.h"

#include <stddef.h>

/* A command that grows word by word. Zero-initialise. */
struct profile_command {
    char **words; /* ends with a NULL */
    size_t count, room;
};

/* Adds a word, formatted. */
void profile_command_add(struct profile_command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void profile_command_free(struct profile_command *command);

/* Runs the command in a folder; its output goes to the file `log`. `what` says what it does, for
 * the error, which has the last lines of the output. */
bool profile_command_run(const struct profile_command *command, const char *folder, const char *log,
                         const char *what, struct error *error);

#endif
