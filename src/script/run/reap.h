/* reap.h: processes of tasks that have ended. */
#ifndef SCRIPT_RUN_REAP_H
#define SCRIPT_RUN_REAP_H

#include "script/run/state.h"

/* Takes the exit status of all processes that have ended. */
void reap_all(struct run *run);

#endif
