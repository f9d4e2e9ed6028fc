/* priority.h: which of several ready tasks is started first. */
#ifndef SCRIPT_RUN_PRIORITY_H
#define SCRIPT_RUN_PRIORITY_H

#include "script/graph/graph.h"

/* Returns the seconds from the start of each task to the end of everything that follows from it,
 * by the tasks' costs: the upward rank of HEFT (Topcuoglu, Hariri, Wu 2002) on one machine. NULL if
 * no task has a cost. To be freed. `successors` of task i are those from starts[i] to before
 * starts[i + 1]. */
double *priority_ranks(const struct script_graph *graph, const uint32_t *successors,
                       const uint32_t *starts);

#endif
