/* probes.h: decides what is counted on which edges of a function. */
#ifndef LOOPS_PLAN_PROBES_H
#define LOOPS_PLAN_PROBES_H

#include "loops/flow/induction.h"
#include "loops/plan/counters.h"
#include "loops/plan/extremes.h"

/* The kinds of probes, by what they do. */
enum loops_probe_kind {
    PROBE_COUNT, /* counter += 1 */
    /* For loops that a register counts. Distances are in the direction of the step: */
    PROBE_NOTE,  /* entering a loop: cell = register, or register + step */
    PROBE_ADD,   /* leaving it: counter += distance from the cell to the register (+ step, if before
                    the step) */
    PROBE_AHEAD, /* entering it: counter += distance from register + step (or the constant start +
                    step) to the end; nothing is done when it is left */
    PROBE_BEHIND, /* leaving it: counter += distance from start + step to the register (+ step, if
                     before the step); nothing is done when it is entered */
    /* For irreducible loops: */
    PROBE_ENTRY, /* entering it: cell = the part that is entered */
    PROBE_VISIT, /* counter += 1 if the cell holds the part: that entry is visited again */
    /* For the extremes of loops that no register counts (extremes.h); `visit` is the first value of
     * enum format_visit: */
    PROBE_OPEN,  /* entering it: base = counter + other; if `calls`, the stack pointer is noted */
    PROBE_CLOSE, /* leaving it: the distance from the base to counter + other is added to `pair` */
    /* For loops and functions that are timed (timers.h); `counter` is the first of their values: */
    PROBE_START, /* entering it */
    PROBE_STOP,  /* leaving it */
};

/* A probe on an edge. */
struct loops_probe {
    enum loops_probe_kind kind;
    uint32_t counter, other, cell; /* `other`: COUNTERS_NONE if there is none */
    const struct loops_induction
        *induction; /* never NULL; its number is INSTRUCTION_NO_REGISTER if it does not apply */
    bool before;    /* the loop is left before the step */
    uint32_t part;  /* of an irreducible loop: format_loop_part() */
    uint32_t pair;  /* PROBE_ADD, AHEAD, BEHIND, CLOSE: values of enum format_extreme to which the
                       visit is added; COUNTERS_NONE: none */
    uint32_t visit, request; /* `request`: of the slow path, without the stack's distance */
    bool calls;
};

/* The probes of a function. They are placed in a flow in which everything that is counted is an
 * edge. It is the flow of the graph, except for loops that a register counts and that have several
 * back edges: these lead to an added node (joint), from which one edge leads to the head. The
 * register gives the count of that edge. */
struct loops_probes {
    struct loops_probe *all; /* grouped by edge of the graph */
    uint32_t count;
    uint32_t *first;          /* by edge of the graph, plus one: its first probe */
    uint32_t counters, cells; /* numbers of 8-byte values that a node needs */
    struct counters_edge
        *edges; /* the edges of the graph, then those from the joints to their heads */
    uint32_t edge_count;
    uint32_t *counter; /* by edge: its counter, or COUNTERS_NONE */
    uint32_t *step;    /* by edge: the divisor of its counter; 0: the count follows from `trips` */
    uint32_t *joints;  /* by joint: its loop */
    uint32_t joint_count;               /* joints are numbered after the nodes of the graph */
    struct loops_induction *inductions; /* by loop: the register that counts it */
    uint32_t *trips;  /* by loop: its constant number of trips; 0: they are counted */
    uint32_t *visits; /* by loop: the counter of an irreducible loop, or COUNTERS_NONE */
    struct loops_extremes *extremes; /* by loop */
    uint32_t *timers; /* by loop: the first value of its timer, or COUNTERS_NONE; at [loops]: that
                         of the function's visits */
};

/* Decides the probes of a function. With `times`, loops are also timed where that is worthwhile.
 * loops_probes_end() frees the arrays. */
void loops_probes_begin(struct loops_probes *probes, const struct loops_shape *shape, bool times);
void loops_probes_end(struct loops_probes *probes);

#endif
