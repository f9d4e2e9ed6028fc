/* flow.h: flow graphs and their analysis: depth-first order, dominators, loops.
 *
 * The structures of this folder build on each other; each keeps pointers to the one before it:
 *
 *    struct loops_graph   (graph.h)   instructions of a function, cut into blocks, with edges
 *           |                         block i is node i + 1; node 0 is outside the function
 *    struct loops_flow    (here)      the same nodes and edges as bare numbers, listed by node
 *           |
 *    struct loops_flow_order          number of each node in a depth-first search
 *           |
 *    struct loops_flow_loops          the nesting of the loops, innermost loop of each node
 *           |
 *    struct loops_shape   (shape.h)   all of these for one function; members, entries, exits
 *           |
 *    induction.h, bounds.h            loops that a register counts, its start and end
 *    loop_views.h, factor.h           arrays that a loop goes through, iterations per trip
 *    liveness.h, frequencies.h        free registers, estimated frequencies of edges
 *
 * Example: nodes 0 to 4, edges 0-1, 1-2, 2-2, 2-3, 3-1, 3-4. Loop 0 has head 1, members 1, 2, 3,
 * depth 1, last 1; loop 1 has head 2, parent 0, depth 2, last 1. */
#ifndef LOOPS_FLOW_FLOW_H
#define LOOPS_FLOW_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOW_NONE UINT32_MAX

/* An edge between two nodes. */
struct loops_flow_edge {
    uint32_t from, to;
};

/* A flow graph. Node 0 is its start. */
struct loops_flow {
    uint32_t count; /* number of nodes */
    uint32_t edge_count;
    const struct loops_flow_edge *edges;
    /* The edges that leave node n are out[first_out[n]] to before out[first_out[n + 1]]; those that
     * enter it are listed likewise in `in`. */
    uint32_t *first_out, *out, *first_in, *in;
};

/* Lists the edges of `count` nodes by their ends. Keeps `edges`, which must outlive the flow;
 * loops_flow_end() frees the lists. */
void loops_flow_begin(struct loops_flow *flow, uint32_t count, const struct loops_flow_edge *edges,
                      uint32_t edge_count);
void loops_flow_end(struct loops_flow *flow);

/* The order in which a depth-first search from node 0 meets the nodes. The descendants of a node in
 * the search tree have the numbers after its own, up to `last`. */
struct loops_flow_order {
    uint32_t count;   /* number of nodes that the search reaches */
    uint32_t *node;   /* by number: the node */
    uint32_t *number; /* by node: its number; FLOW_NONE if it is not reached */
    uint32_t *last;   /* by number: the largest number of its descendants, or its own */
    uint32_t
        *finished; /* the reached nodes in the order in which the search leaves them (postorder) */
};

/* Searches a flow; loops_flow_order_end() frees the arrays. */
void loops_flow_order_begin(struct loops_flow_order *order, const struct loops_flow *flow);
void loops_flow_order_end(struct loops_flow_order *order);

/* True if a node is a descendant of another in the search tree, or the same node. Both are given by
 * their numbers. */
static inline bool loops_flow_is_below(const struct loops_flow_order *order, uint32_t node,
                                       uint32_t above)
{
    return above <= node && node <= order->last[above];
}

/* Returns the immediate dominator of each node; FLOW_NONE for node 0 and for nodes that are not
 * reached. The caller frees the array. */
uint32_t *loops_flow_dominators(const struct loops_flow *flow,
                                const struct loops_flow_order *order);

/* A loop of the forest of Paul Havlak, "Nesting of reducible and irreducible loops" (TOPLAS 19,
 * 1997). The loop of a head consists of those of its descendants in the search tree from which a
 * path leads back to it through descendants only. */
struct loops_flow_loop {
    uint32_t head;    /* the node of the loop that the search meets first */
    uint32_t parent;  /* the smallest loop around it; FLOW_NONE if there is none */
    uint32_t last;    /* the loops inside it have the numbers after its own, up to this one */
    uint32_t depth;   /* 1: outermost */
    uint32_t size;    /* number of nodes, including those of the loops inside it */
    bool irreducible; /* it can be entered at other nodes than its head */
};

/* All loops of a flow graph. */
struct loops_flow_loops {
    uint32_t count;
    struct loops_flow_loop
        *loops;          /* sorted by head, but each loop is directly followed by those inside it */
    uint32_t *innermost; /* by node: the smallest loop that it is in; FLOW_NONE if there is none */
};

/* Finds the loops; loops_flow_loops_end() frees the arrays. */
void loops_flow_loops_begin(struct loops_flow_loops *loops, const struct loops_flow *flow,
                            const struct loops_flow_order *order);
void loops_flow_loops_end(struct loops_flow_loops *loops);

/* True if a node is in a loop, or in one inside it. */
bool loops_flow_is_in(const struct loops_flow_loops *loops, uint32_t node, uint32_t loop);

#endif
