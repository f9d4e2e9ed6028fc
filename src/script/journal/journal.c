/* journal.c: see journal.h */
#include "script/journal/journal.h"

bool script_journal_done(struct script_journal *journal, uint32_t task,
                         const struct script_task_run *run, struct error *error)
{
    (void)journal, (void)task, (void)run, (void)error;
    return true;
}
