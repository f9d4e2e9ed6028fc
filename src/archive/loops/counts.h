/* counts.h: computes from the counters of a context how often each part of the function was
 * executed. */
#ifndef ARCHIVE_LOOPS_COUNTS_H
#define ARCHIVE_LOOPS_COUNTS_H

#include "archive/loops/function.h"

/* The counts of a context. To be set to zeros at first; used for one context after the other. */
struct archive_loops_counts {
    uint64_t calls;
    uint32_t others;        /* innermost loop around all calls of unmeasured code that were made;
                               LOOPS_NONE: none */
    uint64_t *visits;       /* by node */
    uint64_t *entries;      /* by loop */
    uint64_t *trips;        /* by loop */
    uint64_t *beside;       /* by loop: source iterations that code beside it did */
    uint64_t *instructions; /* by loop, without loops inside it; at [loops]: outside all loops */
    int64_t *taken;         /* by edge; then by node: calls in it that did not return */
    size_t node_room, loop_room, edge_room;
};

/* A call that did not return. */
struct archive_loops_lost {
    uint32_t node;
    int64_t count;
    uint64_t skipped; /* instructions that were not executed because of it */
};

/* Computes the counts. False if the counters contradict each other; what can be known is filled in
 * all the same. */
bool archive_loops_counts_find(const struct archive_loops_function *function,
                               const uint64_t *counters, const struct archive_loops_lost *lost,
                               size_t lost_count, struct archive_loops_counts *counts);
void archive_loops_counts_free(struct archive_loops_counts *counts);

#endif
