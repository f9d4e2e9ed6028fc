/* record.h: a run of a script as an archive, for report, show, query and the page. Each
 * node is a place, each of its cores that was used a lane, each task a visit of a region with the
 * task's name; what went from a writer to a reader through a stream is a message. */
#ifndef SCRIPT_RECORD_RECORD_H
#define SCRIPT_RECORD_RECORD_H

#include "script/agents/fleet.h"
#include "script/run/run.h"

struct script_record_run {
    const struct script_graph *graph;
    const struct script_run_result *result;
    const struct script_agents_fleet *fleet; /* agents that ran the tasks, or NULL */
    const char *folder;                      /* of the run, with archives of measured tasks */
};

/* Writes the run into the folder of an archive, which exists and is empty, but for its run.json;
 * sealing follows. */
bool script_record(const char *archive, const struct script_record_run *run, struct error *error);

#endif
