/* script_result.h: what `triptych script` says at the end. */
#ifndef CMD_SCRIPT_RESULT_H
#define CMD_SCRIPT_RESULT_H

#include "script/run/run.h"
#include "util/buffer.h"

/* Prints the table of tasks by name, and a sentence, on stderr. */
void cmd_script_result_print(const struct script_graph *graph,
                             const struct script_run_result *result);

/* Prints lines to standard error, as messages of the command. */
void cmd_script_notes_print(const struct buffer *notes);

#endif
