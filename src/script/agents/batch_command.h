/* batch_command.h: a command of Slurm that runs beside the master, with what it printed. */
#ifndef SCRIPT_AGENTS_BATCH_COMMAND_H
#define SCRIPT_AGENTS_BATCH_COMMAND_H

#include "util/buffer.h"
#include "util/error.h"

#include <stdbool.h>
#include <sys/types.h>

struct batch_command {
    pid_t pid; /* 0: none runs */
    int fd;    /* its output and errors */
    struct buffer text;
};

/* Starts it; the words end with NULL. */
bool batch_command_start(struct batch_command *command, char *const *words, struct error *error);

/* True if it has ended since; its text is then complete. */
bool batch_command_has_ended(struct batch_command *command);

/* Forgets what it printed. */
void batch_command_clear(struct batch_command *command);

/* Starts a process that outlives this one, even if it is killed, and then cancels the jobs whose
 * numbers were written to the descriptor that is returned. -1 with an error. */
int batch_command_guard(pid_t *pid, struct error *error);

#endif
