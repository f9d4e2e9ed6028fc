/* provenance.h: where a run comes from: command, host, times, commit of the folder it ran in, and
 * digests of the files that it read. */
#ifndef SCRIPT_RECORD_PROVENANCE_H
#define SCRIPT_RECORD_PROVENANCE_H

#include "script/journal/journal.h"

/* Describes a run that begins, as run.json of an archive does. `command` ends with NULL. */
json_t *script_provenance_begin(char **command, const struct script_graph *graph);

/* Adds how it ended, with the archives of measured tasks, which are in the folder of the run. */
void script_provenance_end(json_t *run, const struct script_graph *graph,
                           const struct script_run_result *result,
                           const struct script_journal *journal, const char *folder);

/* Writes it as run.json into the folder of the run. */
bool script_provenance_write(const json_t *run, const char *folder, struct error *error);

#endif
