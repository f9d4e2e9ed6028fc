/* start.h: starts tasks: their files, pipes and processes. */
#ifndef SCRIPT_RUN_START_H
#define SCRIPT_RUN_START_H

#include "script/run/state.h"

/* Starts a ready task, and with it the reader of its output if they can share a pipe. A task that
 * cannot be started is noted by run_end_soon. */
void start_task(struct run *run, uint32_t task);

#endif
