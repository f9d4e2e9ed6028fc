/* own_time.h: what is learned from a task for later ones. */
#ifndef SCRIPT_RUN_OWN_TIME_H
#define SCRIPT_RUN_OWN_TIME_H

#include "script/run/run.h"

/* Returns the seconds that a task took by itself. A reader of a stream also waits for its writers:
 * its CPU time says more. */
static inline double script_run_own_seconds(const struct script_task *task,
                                            const struct script_task_run *run)
{
    double seconds = (double)(run->end - run->start) / 1e9;
    return task->in.kind == SCRIPT_END_STREAM && run->cpu < seconds ? run->cpu : seconds;
}

#endif
