/* passes.h: on which edges of a function the passes through the bodies of its loops begin,
 * where debugging information and source tell.
 *
 * A trip is a pass through the body that was begun, also one that is left in its middle. */
#ifndef ARCHIVE_LOOPS_PASSES_H
#define ARCHIVE_LOOPS_PASSES_H

#include "archive/loops/rest.h"
#include "archive/loops/source.h"

/* Edges, each of which counts as often as it was taken. */
struct loops_edges {
    uint32_t *all;
    size_t count, room;
};

/* Of a loop. */
struct loops_passes {
    const struct symbols_unit *unit; /* where it is in the source: NULL: that is not known */
    uint32_t scope, file, line;      /* the instance of a function, and where it begins there */
    bool is_known;                   /* else trips are what the code alone tells: see tests.h */
    struct loops_edges begins;       /* a pass begins */
    struct loops_edges *front; /* passes that begin in front of the loop, as different parts of the
                                  body tell: trips are the sum of `begins`, and the largest of the
                                  sums of these */
    size_t front_count, front_room;
    struct loops_edges enters; /* the loop is entered; empty: on all edges into it */
    uint32_t same_as;          /* a loop around it that is the same one of the source, by a copy of
                                  its condition; LOOPS_NONE: none */
    uint32_t copies;  /* passes of the source, one behind the other, in one pass of the code: each
                         has its own condition; 0: not known */
    bool is_doubtful; /* how many iterations it does in a trip is not known: it seems to be one, but
                         it leaves something over to other code; or several, and nothing confirms
                         that these are no parts of a structure */
    bool is_left; /* loops beside it may do a part of its iterations, and nobody knows how many */
    enum loops_rest rest; /* of a loop with a factor: what does the iterations that are left over */
    struct loops_beside *beside; /* if all of it is known: code that does them, in no loop */
    size_t beside_count, beside_room;
    uint32_t rest_of; /* the loop whose iterations that are left over this one does; LOOPS_NONE */
};

/* Whether a loop is left at more than one place: its last trip may be less than the others. */
bool loops_passes_leave_in_middle(const struct loops_function *function, uint32_t loop);

/* Iterations of the source in a trip of a loop: each condition in it begins one already. 0: not
 * known. */
uint32_t loops_passes_factor(const struct loops_function *function,
                             const struct loops_passes *passes, uint32_t loop);

/* By loop; the caller gives them back. NULL: nothing is known of the function's source. */
struct loops_passes *loops_passes_find(const struct loops_function *function,
                                       struct addresses *addresses, struct source_files *files);
void loops_passes_free(struct loops_passes *passes, uint32_t count);

/* Adds an edge, which may be there already. */
void loops_edges_add(struct loops_edges *edges, uint32_t edge);

#endif
