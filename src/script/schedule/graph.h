/* graph.h: the edges of a problem by task, and an order in which writers stand before readers. */
#ifndef SCRIPT_SCHEDULE_GRAPH_H
#define SCRIPT_SCHEDULE_GRAPH_H

#include "script/schedule/problem.h"

/* Edges into task t: in[in_first[t]] to in[in_first[t + 1] - 1], as indexes of the problem's edges;
 * those out of it in the same way. */
struct script_schedule_graph {
    uint32_t *in_first, *in, *out_first, *out;
    uint32_t *order; /* all tasks, writers before readers, else by number */
};

/* Returns false if there is a cycle; the error names a task of it. The edges must be valid. */
bool script_schedule_graph_make(const struct script_schedule_problem *problem,
                                struct script_schedule_graph *graph, struct error *error);
void script_schedule_graph_free(struct script_schedule_graph *graph);

#endif
