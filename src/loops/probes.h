/* probes.h: what is counted on which edges of a function. */
#ifndef LOOPS_PROBES_H
#define LOOPS_PROBES_H

#include "loops/counters.h"
#include "loops/induction.h"

enum probe_kind {
    PROBE_COUNT, /* counter += 1 */
    PROBE_NOTE,  /* cell = register + step: a loop is entered */
    PROBE_ADD,   /* counter += the way from the cell to the register (+ step, if it is left before
                    that), in the direction of the step: a loop is left */
};

struct probe {
    enum probe_kind kind;
    uint32_t counter, cell;
    struct induction induction;
    bool before; /* the step */
};

struct probes {
    struct probe *all; /* of one edge of the graph after another */
    uint32_t count;
    uint32_t *first; /* by edge, and one more */
    uint32_t counters, cells;
    uint32_t *counter;            /* by edge; COUNTERS_NONE */
    uint32_t *step;               /* by edge: what its counter is divided by */
    struct induction *inductions; /* by loop */
};

void probes_begin(struct probes *probes, const struct shape *shape);
void probes_end(struct probes *probes);

#endif
