/* time_limit.h: `triptych run --for`: the command is ended after a time, with all that it started.
 */
#ifndef LAUNCH_TIME_LIMIT_H
#define LAUNCH_TIME_LIMIT_H

#include "launch/command.h"

/* A time (duration.h) as ns. False: it is none. */
bool ending_read(const char *text, uint64_t *ns);

struct ending {
    struct launch_timer timer;
    bool begun; /* the time was over before the command ended */
    uint64_t kill_at;
    struct ending_process {
        pid_t pid;
        uint64_t start; /* tells a process from a later one of the same pid */
    } * processes;
    size_t count, room;
};

/* A timer for launch(): from now on, `ns` are left; 0: any time. */
void ending_start(struct ending *ending, uint64_t ns);

/* After the command itself has ended: waits until the others have, or kills them. Returns whether
 * they were ended by us. */
bool ending_finish(struct ending *ending);

#endif
