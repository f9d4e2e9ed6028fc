/* function.h: a function of a plan, and how its counters are understood: what is the same in
 * all its contexts. */
#ifndef ARCHIVE_LOOPS_FUNCTION_H
#define ARCHIVE_LOOPS_FUNCTION_H

#include "archive/loops/plan.h"
#include "util/kirchhoff.h"

/* Exceptions that land in a loop and come out of calls in it: they do not enter it. */
struct loops_landing {
    uint32_t edge, loop;
    bool is_only; /* none lands there that comes from outside of the loop */
};

struct loops_passes;

struct loops_function {
    const struct loops_plan *plan;
    const struct format_function *raw;
    const struct format_block *blocks; /* of the function alone; node n is block n - 1 */
    const struct format_edge *edges;
    const struct format_loop *loops;
    const struct format_slot *slots;
    struct kirchhoff *way;
    uint32_t *around; /* by edge: the innermost loop that both of its ends are in */
    uint8_t *ways;    /* by node: how many edges lead from it; 2: or more */
    uint8_t *lands;   /* by node: only exceptions lead there; NULL: none land in the function */
    struct loops_landing *landings;
    size_t landing_count, landing_room;
    uint8_t *is_test; /* by node: it is where its innermost loop decides whether to go on, before
                         an iteration: to leave it there is no iteration */
    struct loops_passes *passes; /* by loop; NULL: the source tells nothing, or was not asked */
    bool asked;                  /* the source was */
    uint32_t *others;            /* nodes that end with a call of what is not measured */
    uint32_t other_count;
    uint32_t region;   /* row; 0: none yet */
    uint32_t *regions; /* by loop: the same */
};

struct loops_function *loops_function_new(const struct loops_plan *plan, uint32_t number);
void loops_function_free(struct loops_function *function);

/* The innermost loop that two are in, or LOOPS_NONE. */
uint32_t loops_function_common(const struct loops_function *function, uint32_t a, uint32_t b);

/* The loop that a loop is a part of, as the source has it; in most cases itself. */
uint32_t loops_function_whole(const struct loops_function *function, uint32_t loop);

bool loops_function_is_in(const struct loops_function *function, uint32_t node, uint32_t loop);

/* Whether an edge leads back to the head of a loop. Where a register tells the sum of several, they
 * meet in a node without code, from which one edge leads on: that one is none of them. */
bool loops_function_goes_back(const struct loops_function *function, const struct format_edge *edge,
                              uint32_t loop);

/* Whether a node ends with a branch: it goes on in more than one way. */
bool loops_function_branches(const struct loops_function *function, uint32_t node);

#endif
