/* times.h: the time of functions and loops of binaries, from timers and samples.
 *
 * A function or loop in a context has an exact inclusive time if its timer knows that of all its
 * visits. The other ones are sampled. The time of an exact one that is in no exact one below it
 * belongs to itself and to the sampled ones below it: these get the time of their samples, and it
 * gets the rest; if the samples have more than there is, all get less in proportion. If there are
 * too few samples to tell, they get a part in proportion to their instructions, but no more than
 * 1 ns for each. The lane is exact, too. So exclusive times add up to the time of the lane. */
#ifndef ARCHIVE_LOOPS_TIMES_H
#define ARCHIVE_LOOPS_TIMES_H

#include "archive/loops/contexts.h"

/* A root, or a function or loop in a context. */
struct archive_loops_time {
    uint32_t node, above;   /* row of nodes; the item whose time contains it */
    uint32_t exact_above;   /* the nearest exact item above it */
    bool is_exact, is_root; /* of a root, `exact` is the time of the lane */
    bool is_joined;         /* it has no node of its own: it was not visited */
    bool is_probed;         /* it is a region with probes: its node has its time already */
    uint64_t exact, sampled;
    uint64_t work;  /* its own instructions */
    uint64_t inner; /* of an exact one: time of the nearest exact ones below it, */
    uint64_t found; /* samples of itself and of sampled ones below it, */
    uint64_t below; /* instructions of the same, */
    uint64_t rest;  /* and time that is not given away yet */
};

/* The items of a file of contexts; to be set to zeros, and freed with archive_loops_times_free. */
struct archive_loops_times {
    struct archive_loops_time *all; /* those above come first */
    size_t count, room;
};

/* Finds the exact time of a loop in a context, or, if `loop` is their number, of the function, in
 * ns. False if it is not known: it is too short to be timed, its end was not noticed, or the place
 * uses another clock. `values` are the context's. */
bool archive_loops_time_of(const struct archive_raw_reader *reader,
                           const struct archive_raw_place *place,
                           const struct archive_loops_context *context, uint32_t loop,
                           const uint64_t *values, uint64_t *ns);

/* Adds the items of a context whose nodes are known; contexts come in their order. `counts` are
 * those of a function. */
void archive_loops_times_add(struct archive_loops_times *times,
                             const struct archive_raw_reader *reader,
                             const struct archive_raw_place *place,
                             struct archive_loops_contexts *contexts, size_t number,
                             const struct archive_loops_counts *counts);

/* Adds the item of a region with probes that another one visited; returns it. */
uint32_t archive_loops_times_add_probed(struct archive_loops_times *times, uint32_t node,
                                        uint32_t above, uint64_t ns);

/* Returns the item of a loop of a context, or of the function if `loop` is LOOPS_NONE. */
uint32_t archive_loops_times_item(const struct archive_loops_context *context, uint32_t loop);

/* Adds the exclusive times of all items to their nodes, and forgets the items. Lanes whose ends are
 * not known last at least as long as their items. */
void archive_loops_times_share(struct archive_loops_times *times, struct archive_raw_reader *reader,
                               struct archive_raw_place *place);

/* Makes inclusive times of the exclusive ones, in the rows from `first` on that are marked, by
 * number from there: those of functions and loops of binaries. */
void archive_loops_times_sum(struct archive *archive, size_t first, const bool *marked);

void archive_loops_times_free(struct archive_loops_times *times);

#endif
