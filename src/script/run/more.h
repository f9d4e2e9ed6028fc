/* more.h: a script that goes on while its tasks run: takes the tasks that it makes, and answers
 * what it waits for. */
#ifndef SCRIPT_RUN_MORE_H
#define SCRIPT_RUN_MORE_H

#include "script/run/state.h"

bool more_begin(struct run *run, struct error *error);

/* The script has said more, which is taken in the next step. */
void more_hear(struct run *run);

/* Takes what the script has said, if it has, and answers if what it waits for has come. */
void more_step(struct run *run);

/* Returns how long to wait, in ms, for tasks that are taken later; -1: for ever. */
int more_wait(const struct run *run, int wait);

#endif
