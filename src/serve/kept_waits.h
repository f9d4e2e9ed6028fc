/* kept_waits.h: the waits of MPI calls for another rank, found once for a run, in the order of
 * lanes and times. */
#ifndef SERVE_KEPT_WAITS_H
#define SERVE_KEPT_WAITS_H

#include "analysis/delays/delays.h"

/* One wait, as `triptych report` counts it. */
struct serve_wait {
    uint64_t start, until; /* ns, on the clock of all cycles */
    uint32_t lane;
    uint32_t node, late; /* rows of nodes: the call that waits, and the call that it waits for */
    enum analysis_delay_kind kind;
};

struct serve_kept_waits {
    struct serve_wait *all; /* by lane, then by start */
    size_t count;
    size_t *first;             /* by lane: its first wait; one more for the end */
    uint64_t unknown, partial; /* see struct analysis_delays */
    bool at_least;
};

/* Finds the waits; the archive's messages must have been found. */
struct serve_kept_waits *serve_kept_waits_new(const struct archive *archive);
void serve_kept_waits_free(struct serve_kept_waits *waits);

/* Returns the first wait of a lane that ends after a moment; it may be the end of the lane's
 * waits. */
size_t serve_kept_waits_from(const struct serve_kept_waits *waits, uint32_t lane, uint64_t moment);

#endif
