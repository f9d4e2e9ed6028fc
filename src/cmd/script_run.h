/* script_run.h: runs the tasks of a script, with everything around them. */
#ifndef CMD_SCRIPT_RUN_H
#define CMD_SCRIPT_RUN_H

#include "cmd/script_options.h"
#include "script/ruby/read.h"

/* Runs the tasks; `command` is the command line, for run.json. Returns the exit status. */
int cmd_script_run(struct script_graph *graph, struct script_ruby *ruby,
                   const struct cmd_script_request *request, char **command);

#endif
