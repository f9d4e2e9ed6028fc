/* own_time.h: what a task took by itself, for plans and for later runs. */
#ifndef SCRIPT_RUN_OWN_TIME_H
#define SCRIPT_RUN_OWN_TIME_H

#include "script/run/run.h"

/* Returns the seconds that an ended task took by itself. A reader of a stream may also have waited
 * for its writers while they ran: its CPU time counts, or what it took after their ends, whichever
 * is more. */
double script_run_own_seconds(const struct script_graph *graph, const struct script_task_run *runs,
                              uint32_t task);

#endif
