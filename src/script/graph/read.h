/* read.h: reads what the script's reader writes: one task or stream per line, as JSON. */
#ifndef SCRIPT_GRAPH_READ_H
#define SCRIPT_GRAPH_READ_H

#include "script/graph/graph.h"
#include "util/error.h"

/* What a line is. */
enum script_said {
    SCRIPT_SAID_WRONG, /* an error: the script's own, or of the line */
    SCRIPT_SAID_MORE,  /* a task or a stream, which is now in the graph */
    SCRIPT_SAID_ASKS,  /* it waits for an answer: see graph->question */
    SCRIPT_SAID_END,
};

/* Reads one line. */
enum script_said script_graph_read(struct script_graph *graph, const char *line, size_t size,
                                   struct error *error);

#endif
