/* learned.h: costs of tasks, and bytes of streams, as an earlier run has measured them. */
#ifndef SCRIPT_COSTS_LEARNED_H
#define SCRIPT_COSTS_LEARNED_H

#include "script/graph/graph.h"
#include "util/error.h"

/* Takes costs from the folder of a run (work.run), whose journal has every task, or from its
 * archive (work.tri), whose run.json has means. A task with the number and name of an earlier one
 * gets its cost, another one the mean of those with its name. Tasks that nothing is known of keep
 * what they have. *found counts the others. */
bool script_costs_learn(struct script_graph *graph, const char *path, size_t *found,
                        struct error *error);

#endif
