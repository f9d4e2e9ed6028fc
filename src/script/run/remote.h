/* remote.h: runs tasks on agents instead of as children of this process. */
#ifndef SCRIPT_RUN_REMOTE_H
#define SCRIPT_RUN_REMOTE_H

#include "script/run/state.h"

/* Listens to the agents of the run's options. */
bool remote_begin(struct run *run, struct error *error);
void remote_end(struct run *run);

/* Hears what agents say. */
void remote_step(struct run *run);

/* Has a task started by its agent. */
void remote_start(struct run *run, uint32_t task);

/* Sends a signal to a task, wherever it runs. */
void remote_signal(struct run *run, uint32_t task, int number);

/* Has a task whose agent was lost started again elsewhere, if nothing that it wrote was passed on.
 * False: it has failed. */
bool remote_repeat(struct run *run, uint32_t task);

/* The same when its output has been taken. */
bool remote_repeat_taken(struct run *run, uint32_t task);

#endif
