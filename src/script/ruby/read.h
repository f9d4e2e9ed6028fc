/* read.h: reads a task script: runs its Ruby in a process of its own. */
#ifndef SCRIPT_RUBY_READ_H
#define SCRIPT_RUBY_READ_H

#include "script/graph/graph.h"
#include "util/error.h"

/* Runs `program`, the reader of scripts, with a script and its arguments (up to NULL), and fills
 * the graph. False with an error that names the line. */
bool script_ruby_read(struct script_graph *graph, const char *program, const char *file,
                      char *const *arguments, struct error *error);

#endif
