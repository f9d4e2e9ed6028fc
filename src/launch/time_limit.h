/* time_limit.h: `triptych run --for`: ends the command after a time, with all processes that it
 * started.
 */
#ifndef LAUNCH_TIME_LIMIT_H
#define LAUNCH_TIME_LIMIT_H

#include "launch/command.h"

/* Reads a duration (util/duration.h) as ns. Returns false if it is none. */
bool launch_time_limit_read(const char *text, uint64_t *ns);

struct launch_time_limit {
    struct launch_timer timer;
    bool begun; /* the limit was reached before the command ended */
    uint64_t kill_at;
    struct ending_process {
        pid_t pid;
        uint64_t start; /* start time: tells a process from a later one with the same pid */
    } * processes;
    size_t count, room;
};

/* Sets up a timer for launch() that fires in `ns` from now; 0: never. */
void launch_time_limit_start(struct launch_time_limit *ending, uint64_t ns);

/* Waits, after the command itself has ended, for the other processes, or kills them. Returns true
 * if the time limit ended the command. */
bool launch_time_limit_finish(struct launch_time_limit *ending);

#endif
