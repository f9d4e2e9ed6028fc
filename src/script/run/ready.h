/* ready.h: which task is started next. */
#ifndef SCRIPT_RUN_READY_H
#define SCRIPT_RUN_READY_H

#include "script/run/state.h"

/* Queues a task if everything that it waits for is there. */
void ready_check(struct run *run, uint32_t task);

/* Queues all tasks that are ready once more: the plan has been replaced. */
void ready_again(struct run *run);

/* Queues the readers of a stream whose writers have all started. */
void ready_check_readers(struct run *run, uint32_t stream);

/* Has readers that are queued started now, although they are planned for later. */
void ready_force_readers(struct run *run, uint32_t stream);

/* Notes that a task has started for the first time, or never will: the readers of its streams need
 * not wait for it any longer. */
void ready_count_writer(struct run *run, uint32_t task);

/* Takes the next task for which there are cores and memory; SCRIPT_NONE: none. */
uint32_t ready_next(struct run *run);

/* True if there are cores and memory for a task. */
bool ready_fits(const struct run *run, uint32_t task);

#endif
