/* end.h: what follows from the end of a task. */
#ifndef SCRIPT_RUN_END_H
#define SCRIPT_RUN_END_H

#include "script/run/state.h"

/* Settles the tasks noted by run_end_soon: tries them again, or tells those that wait for them. */
void end_settle(struct run *run);

/* The hub has taken one output of a task completely. */
void end_taken(struct run *run, uint32_t task, bool dropped);

/* A task that has not started has failed: its input is lost. */
void end_without(struct run *run, uint32_t task);

/* A task that has not started is not run: one that it needs has failed. */
void end_skip(struct run *run, uint32_t task);

/* Settles a task that an earlier run has done. */
void end_keep(struct run *run, uint32_t task);

#endif
