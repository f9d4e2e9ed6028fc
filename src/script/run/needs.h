/* needs.h: which task waits for which. */
#ifndef SCRIPT_RUN_NEEDS_H
#define SCRIPT_RUN_NEEDS_H

#include "script/run/state.h"

/* Counts who waits for whom, and lists who follows whom, for all tasks of the graph. */
void needs_make(struct run *run);

/* The same for tasks from a number on, which were added later. Those that need a task
 * that has failed wait for ever: they are to be skipped. */
void needs_add(struct run *run, uint32_t first);

void needs_free(struct run *run);

/* The tasks that wait for a task, one after another; SCRIPT_NONE: there are no more. */
struct needs_walk {
    uint32_t task;
    uint32_t at, end; /* of the first ones */
    uint32_t edge;    /* of those that were added, plus 1 */
};

struct needs_walk needs_begin(const struct run *run, uint32_t task);
void needs_step(const struct run *run, struct needs_walk *walk);

#endif
