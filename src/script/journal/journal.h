/* journal.h: what a run has finished, so that it can be resumed. */
#ifndef SCRIPT_JOURNAL_JOURNAL_H
#define SCRIPT_JOURNAL_JOURNAL_H

#include "script/run/run.h"

struct script_journal;

/* Notes that a task is done, with everything that it wrote. */
bool script_journal_done(struct script_journal *journal, uint32_t task,
                         const struct script_task_run *run, struct error *error);

#endif
