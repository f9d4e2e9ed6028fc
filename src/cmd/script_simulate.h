/* script_simulate.h: `triptych script --simulate`: the tasks of a script on a simulated platform.
 */
#ifndef CMD_SCRIPT_SIMULATE_H
#define CMD_SCRIPT_SIMULATE_H

#include "cmd/script_options.h"
#include "script/graph/graph.h"

/* Simulates the tasks and prints how long they take. Returns the exit status. */
int cmd_script_simulate(struct script_graph *graph, const struct cmd_script_request *request,
                        char **command);

#endif
