/* check.h: finds cycles and impossible requests before anything is run. */
#ifndef SCRIPT_GRAPH_CHECK_H
#define SCRIPT_GRAPH_CHECK_H

#include "script/graph/graph.h"
#include "util/buffer.h"
#include "util/error.h"

/* Checks what was added to the graph since the last time, which nothing older depends on, and marks
 * cycles of streams. `notes` gets a line for each stream that has no reader or no writer. False
 * with an error that names the line at fault. */
bool script_graph_check(struct script_graph *graph, uint32_t cores, struct buffer *notes,
                        struct error *error);

#endif
