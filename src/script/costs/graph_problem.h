/* graph_problem.h: a script's graph as a scheduling problem. */
#ifndef SCRIPT_COSTS_GRAPH_PROBLEM_H
#define SCRIPT_COSTS_GRAPH_PROBLEM_H

#include "script/graph/graph.h"
#include "script/schedule/problem.h"

/* A problem without machines that owns its tasks and edges. */
struct script_costs_problem {
    struct script_schedule_problem problem;
    struct script_schedule_task *tasks;
    struct script_schedule_edge *edges;
    size_t edge_room;
    size_t unknown; /* tasks without a cost, which count with the mean of the others, or 1 second */
};

/* Tasks of one name share a model. Costs in seconds become work by `speed`: flop per second of the
 * machine that they are for. Tasks that run only when another one fails take no time. A stream
 * leads from each of its writers to each of its readers, with all bytes of the writer; where these
 * are not known, it costs the latency alone. Streams within a cycle do not count. */
bool script_costs_problem_make(const struct script_graph *graph, double speed,
                               struct script_costs_problem *made, struct error *error);
void script_costs_problem_free(struct script_costs_problem *made);

#endif
