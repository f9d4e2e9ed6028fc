/* stopping.h: signals to the command, and tasks that are to be ended. */
#ifndef SCRIPT_RUN_STOPPING_H
#define SCRIPT_RUN_STOPPING_H

#include "script/run/state.h"

#include <signal.h>

/* Has signals reported by the hub; `before` is set to what was blocked. */
bool stopping_begin(struct run *run, sigset_t *before, struct error *error);

/* Takes a signal that stops the run; the second one kills at once. */
void stopping_take(struct run *run, int number);

/* Ends tasks whose time is over: SIGTERM first, SIGKILL later. Returns ms until the next look. */
int stopping_watch(struct run *run);

#endif
