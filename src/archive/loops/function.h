/* function.h: a function in a plan, and everything about its counters that is the same in all its
 * contexts. */
#ifndef ARCHIVE_LOOPS_FUNCTION_H
#define ARCHIVE_LOOPS_FUNCTION_H

#include "archive/loops/plan.h"
#include "util/kirchhoff.h"

/* An edge on which exceptions land in a loop that were thrown by calls in it: they do not enter
 * it. */
struct archive_loops_landing {
    uint32_t edge, loop;
    bool is_only; /* no exception from outside the loop lands there */
};

struct archive_loops_passes;

struct archive_loops_function {
    const struct archive_loops_plan *plan;
    const struct format_function *raw;
    const struct format_block *blocks; /* of this function; node n is block n - 1 */
    const struct format_edge *edges;
    const struct format_loop *loops;
    const struct format_slot *slots;
    const struct format_mix *mixes;
    struct kirchhoff *way;
    uint32_t *around; /* by edge: innermost loop that contains both of its ends */
    uint8_t *ways;    /* by node: number of edges that lead from it; 2: two or more */
    uint8_t *lands;   /* by node: only exceptions lead there; NULL: none land in the function */
    struct archive_loops_landing *landings;
    size_t landing_count, landing_room;
    uint8_t *is_test; /* by node: its innermost loop decides here, before an iteration, whether to
                         continue; leaving the loop here is no iteration */
    struct archive_loops_passes
        *passes; /* by loop; NULL: nothing is known from the source, or it was not read */
    bool asked;  /* the source was read */
    struct archive_loops_extremes *extremes; /* what extremes.c has found; NULL: nothing yet */
    uint32_t *others;                        /* nodes that end with a call of unmeasured code */
    uint32_t other_count;
    uint32_t region;   /* row; 0: none yet */
    uint32_t *regions; /* by loop: the same */
};

/* Makes a function of a plan, with all that follows from its code. To be freed with
 * archive_loops_function_free. */
struct archive_loops_function *archive_loops_function_new(const struct archive_loops_plan *plan,
                                                          uint32_t number);
void archive_loops_function_free(struct archive_loops_function *function);

/* Returns the innermost loop that contains both loops, or LOOPS_NONE. */
uint32_t archive_loops_function_common(const struct archive_loops_function *function, uint32_t a,
                                       uint32_t b);

/* Returns the loop around a loop that is the same source loop (`same_as` in passes.h); usually
 * there is none, and it returns the loop itself. */
uint32_t archive_loops_function_whole(const struct archive_loops_function *function, uint32_t loop);

/* Returns the innermost loop that contains a node, or LOOPS_NONE. */
uint32_t archive_loops_function_loop(const struct archive_loops_function *function, uint32_t node);

bool archive_loops_function_is_in(const struct archive_loops_function *function, uint32_t node,
                                  uint32_t loop);

/* True if an edge leads back to the head of a loop. Where a register counts the sum of several such
 * edges, they meet in a node without code, from which one edge leads on to the head: that edge does
 * not count as leading back. */
bool archive_loops_function_goes_back(const struct archive_loops_function *function,
                                      const struct format_edge *edge, uint32_t loop);

/* True if a node ends with a branch: it has more than one successor. */
bool archive_loops_function_branches(const struct archive_loops_function *function, uint32_t node);

#endif
