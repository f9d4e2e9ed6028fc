/* probes.h: what is counted on which edges of a function. */
#ifndef LOOPS_PLAN_PROBES_H
#define LOOPS_PLAN_PROBES_H

#include "loops/flow/induction.h"
#include "loops/plan/counters.h"

enum loops_probe_kind {
    PROBE_COUNT, /* counter += 1 */
    /* Of loops that have a register; ways are in the direction of the step: */
    PROBE_NOTE,   /* cell = register + step: a loop is entered */
    PROBE_ADD,    /* counter += the way from the cell to the register (+ step, if it is left before
                     that): a loop is left */
    PROBE_AHEAD,  /* counter += the way from the register + step to its end: a loop is entered, and
                     nothing is done when it is left. Of a constant start: from there + step */
    PROBE_BEHIND, /* counter += the way from its start + step to the register (+ step, if before):
                     a loop is left, and nothing was done when it was entered */
    /* Of irreducible loops: */
    PROBE_ENTRY, /* cell = number: the loop is entered there */
    PROBE_VISIT, /* counter += 1 if the cell holds the number: it is visited again */
    /* Of loops that are timed (timers.h); `counter` is the first of their values: */
    PROBE_START, /* the loop is entered */
    PROBE_STOP,  /* it is left */
};

struct loops_probe {
    enum loops_probe_kind kind;
    uint32_t counter, cell;
    const struct loops_induction *induction; /* never NULL */
    bool before;                             /* the step */
    uint32_t number;                         /* of an entry, from 1 */
};

/* A flow in which all that is counted are edges: that of the graph, but several ways back to the
 * head of a loop, of which a register tells the sum, lead to a node of their own, from which one
 * edge leads to the head. */
struct loops_probes {
    struct loops_probe *all; /* of one edge of the graph after another */
    uint32_t count;
    uint32_t *first; /* by edge of the graph, and one more */
    uint32_t counters, cells;
    struct counters_edge *edges; /* those of the graph, and then from the nodes that were added */
    uint32_t edge_count;
    uint32_t *counter;                  /* by edge; COUNTERS_NONE */
    uint32_t *step;                     /* by edge: what its counter is divided by; 0: see trips */
    uint32_t *joints;                   /* loops of the nodes that were added */
    uint32_t joint_count;               /* they follow the others */
    struct loops_induction *inductions; /* by loop */
    uint32_t *trips;  /* by loop: those that it always makes; 0: they are counted */
    uint32_t *visits; /* by loop: the counter of an irreducible one; COUNTERS_NONE */
    uint32_t *timers; /* by loop: the first of its values; COUNTERS_NONE */
};

/* With times: those of loops are taken, too, as far as that is worth it. */
void loops_probes_begin(struct loops_probes *probes, const struct loops_shape *shape, bool times);
void loops_probes_end(struct loops_probes *probes);

#endif
