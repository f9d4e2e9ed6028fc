/* induction.h: loops whose trips a register tells. */
#ifndef LOOPS_FLOW_INDUCTION_H
#define LOOPS_FLOW_INDUCTION_H

#include "loops/flow/flow.h"
#include "loops/flow/graph.h"

/* A register that is changed by `step` once in each iteration, and otherwise not at all. Its value
 * when the loop is left, less that when it was entered, is `step` times the steps: as many as there
 * were ways back to the head, and one more if it is left behind the step. */
struct loops_induction {
    uint8_t number; /* INSTRUCTION_NO_REGISTER: there is none */
    bool is_narrow; /* of 32 bits */
    int64_t step;
    uint32_t block; /* node with the step */
    uint32_t at;    /* the instruction */
    /* Where it begins, and where it is when the loop is left, behind the step (bounds.c): */
    bool has_start, has_end;
    uint8_t end_register; /* INSTRUCTION_NO_REGISTER: the constant `end` */
    int64_t start, end;
};

/* What is known of the flow of a function. */
struct loops_shape {
    const struct loops_graph *graph;
    /* Without edges to GRAPH_OUTSIDE. Exceptions lead from calls to where they land: such an edge
     * is none of the graph, where they enter from outside; `in_graph` tells that edge. */
    struct loops_flow flow;
    struct loops_flow_edge *edges;
    struct loops_flow_order order;
    struct loops_flow_loops loops;
    uint32_t *dominators;
    bool *is_handler;   /* by node: only exceptions lead there */
    uint32_t *in_graph; /* by edge of the flow: that of the graph */
    /* Nodes that are in a loop, by the innermost one: those of a loop, and of the ones in it, are
     * from first_member[loop] to before first_member[last + 1]. */
    uint32_t *members, *first_member;
    /* Edges of the graph that lead into a loop, and out of it. Where exceptions land is such an
     * edge if one may come out of a call that is not in the loop. */
    uint32_t *entries, *first_entry, *exits, *first_exit;
};

void loops_shape_begin(struct loops_shape *shape, const struct loops_graph *graph);
void loops_shape_end(struct loops_shape *shape);

bool loops_shape_dominates(const struct loops_shape *shape, uint32_t above, uint32_t node);

/* The register of a loop: of several, one of which more is known. It needs one head, no calls, and
 * no loop around the step but itself; every way back must come by the step, and all exits must be
 * clearly before or behind it. */
struct loops_induction loops_induction_find(const struct loops_shape *shape, uint32_t loop);

/* How many iterations a loop makes whenever it is entered; 0: that is no constant. */
uint64_t loops_induction_trips(const struct loops_induction *induction);

/* Finds out where a register begins and ends; registers that the loop writes are known. */
void bounds_find(const struct loops_shape *shape, uint32_t loop, uint32_t written,
                 struct loops_induction *induction);

/* What the branch at the end of a node depends on: itself, or what set the flags; NULL: it does not
 * stand there, or there is no branch. */
const struct loops_instruction *bounds_decider(const struct loops_graph *graph, uint32_t node);

/* Whether a loop is left behind the step, on an edge out of it. */
bool loops_induction_is_behind(const struct loops_shape *shape,
                               const struct loops_induction *induction, uint32_t from);

#endif
