/* resume.h: decides what of an earlier run need not be run again. */
#ifndef SCRIPT_JOURNAL_RESUME_H
#define SCRIPT_JOURNAL_RESUME_H

#include "script/journal/journal.h"

struct script_resume;

/* Begins with what an earlier run left in a folder; `folder` is that of the new run. */
struct script_resume *script_resume_new(const struct script_graph *graph, const char *earlier,
                                        const char *folder, struct script_journal *journal);
void script_resume_free(struct script_resume *resume);

/* The folder of the new run has another name now. */
void script_resume_move(struct script_resume *resume, const char *folder);

/* Finds, among the tasks that the graph has got since the last time, those that an earlier run has
 * done and that nothing asks for again, and notes them in the new journal; copies what they wrote
 * into streams that are needed. To be called again when the graph has grown by tasks that older
 * ones do not depend on.
 *
 * A task is run again if it was not done, if a file that it wrote has changed, if a task that it
 * comes after or reads from is run again, or if its output is needed and was not stored.
 *
 * kept[task]: it is kept. preloaded[stream]: bytes that the stream begins with. */
bool script_resume_more(struct script_resume *resume, bool *kept, uint64_t *preloaded,
                        struct error *error);

#endif
