/* record.h: a simulated run as an archive: each machine that ran tasks is a place, its cores are
 * lanes, each task is a visit of a region with the task's name. */
#ifndef SCRIPT_SIMULATE_RECORD_H
#define SCRIPT_SIMULATE_RECORD_H

#include "script/graph/graph.h"
#include "script/simulate/simulate.h"

/* Writes the run into the folder of an archive, which exists and is empty; sealing follows. */
bool script_simulate_record(const char *archive, const struct script_graph *graph,
                            const struct script_simulate_result *result, struct error *error);

#endif
