/* extremes.h: finds the fewest and the most trips that a visit of a loop made in a context.
 *
 * The counters tell how often a visit took an edge back to the head of its loop, at least and at
 * most, for each edge on which it was left (enum format_extreme). The trips of such a visit follow
 * if all paths from the head to that edge begin the same number of passes, and so do all paths from
 * the head back to it. */
#ifndef ARCHIVE_LOOPS_EXTREMES_H
#define ARCHIVE_LOOPS_EXTREMES_H

#include "archive/loops/counts.h"

struct archive_loops_extremes;

/* A context whose loops are asked about. */
struct archive_loops_extremes_of {
    const struct archive_loops_counts *counts;
    const uint64_t *values;
    const struct archive_loops_lost *lost; /* calls that did not return */
    size_t lost_count;
    bool closed; /* they are all known */
};

/* Finds the fewest and the most trips of a visit of a loop. False if they are not known. */
bool archive_loops_extremes_find(struct archive_loops_function *function, uint32_t loop,
                                 const struct archive_loops_extremes_of *of, uint64_t *least,
                                 uint64_t *most);

/* Frees what was found about a function's loops. */
void archive_loops_extremes_free(struct archive_loops_extremes *extremes);

#endif
