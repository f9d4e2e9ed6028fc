/* costs.h: what tasks took, for later runs that learn from it. */
#ifndef SCRIPT_RECORD_COSTS_H
#define SCRIPT_RECORD_COSTS_H

#include "script/run/run.h"

#include <jansson.h>

/* Returns the mean seconds, and bytes of output where they were counted, of the tasks of each name
 * that are done. */
json_t *record_costs(const struct script_graph *graph, const struct script_run_result *result);

#endif
