/* counts.h: how often all of a function was executed in a context, from its counters. */
#ifndef ARCHIVE_LOOPS_COUNTS_H
#define ARCHIVE_LOOPS_COUNTS_H

#include "archive/loops/function.h"

/* What became of the counters of a context. */
struct loops_counts {
    uint64_t calls;
    uint32_t others;  /* the innermost loop around all calls of what is not measured that were made;
                         LOOPS_NONE */
    uint64_t *visits; /* by node */
    uint64_t *entries;      /* by loop */
    uint64_t *trips;        /* by loop */
    uint64_t *beside;       /* by loop: iterations of the source that code beside it did */
    uint64_t *instructions; /* by loop, those in loops of it left out; at [loops]: in no loop */
    int64_t *taken;         /* by edge */
    size_t node_room, loop_room, edge_room;
};

/* A call that did not come back. */
struct loops_lost {
    uint32_t node;
    int64_t count;
    uint64_t skipped; /* instructions */
};

/* From the counters of a context. False: they are not those of one flow; what could be is still
 * filled in. */
bool loops_counts_find(const struct loops_function *function, const uint64_t *counters,
                       const struct loops_lost *lost, size_t lost_count,
                       struct loops_counts *counts);
void loops_counts_free(struct loops_counts *counts);

#endif
