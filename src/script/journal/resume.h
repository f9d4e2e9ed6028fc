/* resume.h: decides what of an earlier run need not be run again. */
#ifndef SCRIPT_JOURNAL_RESUME_H
#define SCRIPT_JOURNAL_RESUME_H

#include "script/journal/journal.h"

/* Finds the tasks that an earlier run has done and that nothing asks for again, and notes them in
 * the new journal; copies what they wrote into streams that are needed.
 *
 * A task is run again if it was not done, if a file that it wrote has changed, if a task that it
 * comes after or reads from is run again, or if its output is needed and was not stored.
 *
 * kept[task]: it is kept. preloaded[stream]: bytes that the stream begins with. */
bool script_resume(const struct script_graph *graph, const char *earlier, const char *folder,
                   struct script_journal *journal, bool *kept, uint64_t *preloaded,
                   struct error *error);

#endif
