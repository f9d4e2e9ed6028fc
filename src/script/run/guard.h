/* guard.h: a process that kills what a run has started if the run itself is killed. */
#ifndef SCRIPT_RUN_GUARD_H
#define SCRIPT_RUN_GUARD_H

#include "util/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct script_guard {
    _Atomic pid_t *groups; /* process groups that are running, one per slot; 0: none */
    size_t slots;
    pid_t pid;
    int life; /* as long as this end of a pipe is open, the run is alive */
};

/* To be called before anything is started. `limit`: after so many ms without script_guard_beat, it
 * kills this process, too; -1: never. */
bool script_guard_start(struct script_guard *guard, size_t slots, int limit, struct error *error);

/* Gives a sign of life. */
void script_guard_beat(const struct script_guard *guard);

/* Ends it; nothing is killed any more. */
void script_guard_end(struct script_guard *guard);

#endif
