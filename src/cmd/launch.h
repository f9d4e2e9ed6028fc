/* launch.h: runs a command as a shell would, with its signals and its exit status. */
#ifndef CMD_LAUNCH_H
#define CMD_LAUNCH_H

#include "util/error.h"

#include <stdbool.h>

/* Runs it to its end. *status is as waitpid gives it. False: it could not be started, and *code is
 * 127 when there is no such program and 126 when it cannot be executed. */
bool launch(char **command, int *status, int *code, struct error *error);

/* Ends this process as the command ended: with its exit status, or by the same signal. */
_Noreturn void launch_end_like(int status);

#endif
