/* journal.h: what a run has finished, so that it can be resumed: a file with a line of JSON for
 * each task that is done, which only grows. */
#ifndef SCRIPT_JOURNAL_JOURNAL_H
#define SCRIPT_JOURNAL_JOURNAL_H

#include "script/run/run.h"

#include <jansson.h>

struct script_journal;

/* Makes the journal in the folder of a run. NULL with an error. */
struct script_journal *script_journal_new(const char *folder, const struct script_graph *graph,
                                          struct error *error);
void script_journal_free(struct script_journal *journal);

/* Identifies a task by its command, executable and input files, before it starts. Returns the
 * digest, 32 bytes. */
const unsigned char *script_journal_begin(struct script_journal *journal, uint32_t task);

/* Notes that a task is done, with everything that it wrote. */
bool script_journal_done(struct script_journal *journal, uint32_t task,
                         const struct script_task_run *run, struct error *error);

/* Notes again what an earlier run has done, with the task's number in this one. */
bool script_journal_again(struct script_journal *journal, uint32_t task, json_t *record,
                          struct error *error);

/* Notes that the run came to its end. */
bool script_journal_end(struct script_journal *journal, const struct script_run_result *result,
                        struct error *error);

/* Returns the files that were read, each with the digest of its content. */
json_t *script_journal_inputs(const struct script_journal *journal);

/* True if the run whose folder this is was interrupted. */
bool script_journal_is_interrupted(const char *folder);

#endif
