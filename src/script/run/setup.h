/* setup.h: makes what a run needs, and more of it when a script makes more tasks. */
#ifndef SCRIPT_RUN_SETUP_H
#define SCRIPT_RUN_SETUP_H

#include "script/run/state.h"

/* Makes everything that the run needs. */
bool setup_begin(struct run *run, const struct script_hub_listener *listener, struct error *error);
void setup_end(struct run *run);

/* Makes room for what is new in the graph. */
void setup_grow(struct run *run);

/* The same, and finds what an earlier run has done of it. */
bool setup_more(struct run *run, struct error *error);

/* Settles the tasks from a number on that an earlier run has done, begins the streams from a number
 * on that no task will write or read, but files are, and queues what can start. */
void setup_start(struct run *run, uint32_t first_task, uint32_t first_stream);

#endif
