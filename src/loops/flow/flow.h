/* flow.h: flow graphs: nodes, edges, the order of a search, dominators, loops. */
#ifndef LOOPS_FLOW_FLOW_H
#define LOOPS_FLOW_FLOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FLOW_NONE UINT32_MAX

struct loops_flow_edge {
    uint32_t from, to;
};

/* Node 0 is where it begins. */
struct loops_flow {
    uint32_t count; /* of nodes */
    uint32_t edge_count;
    const struct loops_flow_edge *edges;
    /* Edges of a node: those from first[n] to before first[n + 1] of these lists. */
    uint32_t *first_out, *out, *first_in, *in;
};

void loops_flow_begin(struct loops_flow *flow, uint32_t count, const struct loops_flow_edge *edges,
                      uint32_t edge_count);
void loops_flow_end(struct loops_flow *flow);

/* The order in which a search by depth meets the nodes: those below a node in the tree of the
 * search have the numbers after its own, up to `last`. */
struct loops_flow_order {
    uint32_t count;     /* of nodes that are met */
    uint32_t *node;     /* by number */
    uint32_t *number;   /* by node; FLOW_NONE: it is not met */
    uint32_t *last;     /* by number: the largest number below it */
    uint32_t *finished; /* nodes in the order in which the search leaves them */
};

void loops_flow_order_begin(struct loops_flow_order *order, const struct loops_flow *flow);
void loops_flow_order_end(struct loops_flow_order *order);

/* Whether a node is below another one in the tree of the search, or is the same; by numbers. */
static inline bool loops_flow_is_below(const struct loops_flow_order *order, uint32_t node,
                                       uint32_t above)
{
    return above <= node && node <= order->last[above];
}

/* By node: the nearest one that every way from the beginning goes through; of node 0 itself, and of
 * those that are not met: FLOW_NONE. The caller frees it. */
uint32_t *loops_flow_dominators(const struct loops_flow *flow,
                                const struct loops_flow_order *order);

/* Loops: the forest of Paul Havlak, "Nesting of reducible and irreducible loops" (TOPLAS 19, 1997).
 * The loop of a head has those nodes below it, in the tree of the search, from which a way leads
 * back to it that never leaves what is below it. */
struct loops_flow_loop {
    uint32_t head;    /* node: the one that the search met first */
    uint32_t parent;  /* the loop around it; FLOW_NONE: none */
    uint32_t last;    /* those in it have the numbers after its own, up to this */
    uint32_t depth;   /* 1: none is around it */
    uint32_t size;    /* nodes, those of loops in it included */
    bool irreducible; /* it can be entered elsewhere than at its head */
};

struct loops_flow_loops {
    uint32_t count;
    struct loops_flow_loop *loops; /* by their heads; but a loop stands right before those in it */
    uint32_t *innermost;           /* by node: the smallest loop that it is in; FLOW_NONE: none */
};

void loops_flow_loops_begin(struct loops_flow_loops *loops, const struct loops_flow *flow,
                            const struct loops_flow_order *order);
void loops_flow_loops_end(struct loops_flow_loops *loops);

bool loops_flow_is_in(const struct loops_flow_loops *loops, uint32_t node, uint32_t loop);

#endif
