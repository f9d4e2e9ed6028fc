/* print.h: the graph for people: a list of commands, or a picture. */
#ifndef SCRIPT_GRAPH_PRINT_H
#define SCRIPT_GRAPH_PRINT_H

#include "script/graph/graph.h"
#include "util/buffer.h"

/* Adds a line per task: its number, its command as a shell would take it, and what it waits for. */
void script_graph_list(const struct script_graph *graph, struct buffer *to);

/* Adds a graph in the language of Graphviz: tasks are boxes, streams are ellipses. */
void script_graph_dot(const struct script_graph *graph, struct buffer *to);

/* Adds the command of a task as a shell would take it. */
void script_graph_command(const struct script_task *task, struct buffer *to);

#endif
