/* array.h: runs tasks as elements of Slurm's job arrays; those that read streams run here. */
#ifndef SCRIPT_RUN_ARRAY_H
#define SCRIPT_RUN_ARRAY_H

#include "script/run/state.h"

bool array_begin(struct run *run, struct error *error);
void array_end(struct run *run);

/* True if a task is to run in an array. */
bool array_takes(const struct run *run, uint32_t task);

/* Has a task submitted. */
bool array_start(struct run *run, uint32_t task, struct error *error);

/* Takes the results that are there, and submits what is ready. */
void array_step(struct run *run);

/* Gives up a task that is to be stopped. */
void array_stop(struct run *run, uint32_t task);

#endif
