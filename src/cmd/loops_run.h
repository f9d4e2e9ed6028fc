/* loops_run.h: `triptych loops COMMAND`: counts loops while the command runs. */
#ifndef CMD_LOOPS_RUN_H
#define CMD_LOOPS_RUN_H

#include "cmd/loops_options.h"

/* Runs the command. Returns -1 if it ran, and *status says how it ended; else the exit status to
 * end with.
 */
int cmd_loops_run(const struct cmd_loops_options *options, char **command, int *status);

#endif
