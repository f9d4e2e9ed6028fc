/* loops_run.h: `triptych loops COMMAND`: loops are counted while it runs. */
#ifndef CMD_LOOPS_RUN_H
#define CMD_LOOPS_RUN_H

#include "cmd/loops_options.h"

/* -1: it ran, and *status says how it ended; else the exit status to end with. */
int loops_run(const struct loops_options *options, char **command, int *status);

#endif
