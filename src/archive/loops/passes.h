/* passes.h: finds the edges of a function on which passes through the bodies of its loops begin,
 * where debugging information and the source tell.
 *
 * A trip is a pass through the body that was begun, even if it is left in the middle. */
#ifndef ARCHIVE_LOOPS_PASSES_H
#define ARCHIVE_LOOPS_PASSES_H

#include "archive/loops/rest.h"
#include "archive/loops/source.h"

/* A list of edges, whose counts are added up. */
struct archive_loops_edges {
    uint32_t *all;
    size_t count, room;
};

/* A loop's passes, and its source iterations per trip, as the source tells. */
struct archive_loops_passes {
    const struct archive_symbols_unit
        *unit; /* its compilation unit; NULL: its position in the source is not known */
    uint32_t scope, file,
        line;      /* the instance of a function that it is in, and where it begins there */
    bool is_known; /* false: trips are what the code alone tells: see tests.h */
    struct archive_loops_edges begins; /* edges on which a pass begins */
    struct archive_loops_edges
        *front; /* passes that begin in front of the loop, as different parts of the body show:
                   trips are the sum of `begins` plus the largest sum of these */
    size_t front_count, front_room;
    struct archive_loops_edges
        enters;       /* edges on which the loop is entered; empty: all edges into it */
    uint32_t same_as; /* a loop around it that is the same source loop, by a copy of its condition;
                         LOOPS_NONE: none */
    uint32_t told;    /* source iterations per trip, with those that begin with a condition of their
                         own, if the code alone does not tell them but the source does; else 0 */
    uint32_t copies;  /* source passes, one after the other, in one pass of the code, each with its
                         own condition; 0: not known */
    bool is_doubtful; /* iterations per trip are not known: the loop seems to do one, but leaves
                         some to other code; or it seems to do several, which may be members of a
                         structure */
    bool is_left; /* loops beside it may do part of its iterations, and it is not known how many */
    enum archive_loops_rest rest; /* of a loop with a factor: what does the remaining iterations */
    struct archive_loops_beside
        *beside; /* if `rest` is known completely: code outside loops that does them */
    size_t beside_count, beside_room;
    uint32_t rest_of; /* the loop whose remaining iterations this one does; LOOPS_NONE: none */
};

/* True if a loop is left at more than one place: its last trip may do fewer iterations than the
 * others. */
bool archive_loops_passes_leave_in_middle(const struct archive_loops_function *function,
                                          uint32_t loop);

/* Returns the source iterations per trip, not counting those that begin with a condition of their
 * own; 0: not known. */
uint32_t archive_loops_passes_factor(const struct archive_loops_function *function,
                                     const struct archive_loops_passes *passes, uint32_t loop);

/* Finds the passes of all loops, by loop, which the caller frees with archive_loops_passes_free.
 * NULL if nothing is known of the function's source. */
struct archive_loops_passes *
archive_loops_passes_find(const struct archive_loops_function *function,
                          struct addresses *addresses, struct source_files *files);
void archive_loops_passes_free(struct archive_loops_passes *passes, uint32_t count);

/* Adds an edge, even if it is there already. */
void archive_loops_edges_add(struct archive_loops_edges *edges, uint32_t edge);

#endif
