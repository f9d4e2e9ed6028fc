/* shape.h: everything that is known about the flow of a function: its graph, loops, dominators, and
 * the entries and exits of its loops. */
#ifndef LOOPS_FLOW_SHAPE_H
#define LOOPS_FLOW_SHAPE_H

#include "loops/flow/flow.h"
#include "loops/flow/graph.h"

/* The flow of one function. */
struct loops_shape {
    const struct loops_graph *graph;
    /* The graph without its edges to GRAPH_OUTSIDE. An exception is an edge here from the call that
     * may throw to the landing pad; in the graph, where it enters from outside, `in_graph` gives
     * its edge. */
    struct loops_flow flow;
    struct loops_flow_edge *edges;
    struct loops_flow_order order;
    struct loops_flow_loops loops;
    uint32_t *dominators; /* by node: loops_flow_dominators(); NULL without loops */
    bool *is_handler;     /* by node: it is reached only by exceptions */
    uint32_t *in_graph;   /* by edge of the flow: the edge of the graph */
    /* The nodes that are in loops, by innermost loop. Those of a loop and of the loops inside it
     * are members[first_member[loop]] to before members[first_member[last + 1]]. */
    uint32_t *members, *first_member;
    /* The edges of the graph that enter a loop: entries[first_entry[loop]] to before
     * entries[first_entry[loop + 1]]; those that leave it are listed likewise in `exits`. The edge
     * to a landing pad enters a loop if an exception may come from a call outside the loop. */
    uint32_t *entries, *first_entry, *exits, *first_exit;
};

/* Analyses a graph whose flow is known. Keeps the graph, which must outlive the shape;
 * loops_shape_end() frees the rest. */
void loops_shape_begin(struct loops_shape *shape, const struct loops_graph *graph);
void loops_shape_end(struct loops_shape *shape);

/* True if the trips of a loop are counted at the entry that was taken: it has several entries.
 * Where its head is a hub, the trips are the jumps that meet there, wherever it was entered. */
bool loops_shape_has_entries(const struct loops_shape *shape, uint32_t loop);

/* True if every path from the entry to `node` passes `above`, or they are the same node. */
bool loops_shape_dominates(const struct loops_shape *shape, uint32_t above, uint32_t node);

#endif
