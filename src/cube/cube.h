/* cube.h: sums over the call paths of an archive: per region, lane, caller, path.
 *
 * The cube is What × When × Where. Its room has two halves:
 *
 *   profile:  archive.nodes --> struct cube --> struct cube_rows     tables, trees (this file)
 *   events:   archive acts  --> cells of cycles --> struct projection   displays (projection.h)
 *                           --> bars, messages  --> struct timeline     timelines (timeline.h)
 *                           --> bins            --> struct cube_window       the web page
 * (window.h)
 *
 * The nodes of an archive form one call tree per lane; a node is a region on one call path, and a
 * parent's row is always smaller than its child's:
 *
 *   lane 0:  root - main - solve - loop 1 - MPI_Send        node row:  0 1 2 3 4
 *   lane 1:  root - work - loop 2                                      5 6 7
 *
 * struct cube holds arrays with one element per node: its inclusive time, its own time (`self`),
 * the time in its own loops, and the links to child and sibling. A projection gives each node a
 * key, such as its region or (region, lane), and adds up the nodes with the same key in a
 * struct cube_sums. Nodes nested in a node of the same key do not count twice in inclusive time.
 *
 * Times can be compensated: the least that the probes can have cost (probe_costs.h) is subtracted
 * from each node's own time, but never below the times of a cheaper run (floor.h). */
#ifndef CUBE_CUBE_H
#define CUBE_CUBE_H

#include "archive/archive.h"
#include "cube/floor.h"
#include "format/loops.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sums over some nodes. Times are in ns. A visit nested in a visit of the same sum adds to
 * everything but `time`, which counts the outer visit only. */
struct cube_sums {
    uint64_t count;
    uint64_t time;  /* inclusive */
    uint64_t self;  /* time in no timed region below */
    uint64_t loops; /* time in its own loops; with `self`, the exclusive time of a routine */
    uint64_t min, max;
    uint64_t trips, trips_min, trips_max; /* trips_min: ARCHIVE_UNKNOWN if no loop has ended */
    uint64_t bytes;
    uint64_t instructions; /* exclusive */
    uint64_t unfinished;   /* visits that had not ended */
    uint64_t aborted;      /* visits ended by exit, longjmp or the like */
    uint64_t ended;        /* visits that ended normally: only their trips are known */
    uint64_t nodes;        /* call paths */
    uint64_t unseen;       /* visits that were not timed, or whose time is estimated from others */
    uint64_t unknown;      /* visits on call paths without any known time */
    uint64_t brief;        /* those of them that are too short for the clock */
    bool loops_lack;       /* an own loop is not timed: its time is in `self` */
    bool excess;           /* `self` is an upper bound */
    bool loops_excess;     /* `loops` is an upper bound */
    bool vague;            /* trips_min and trips_max do not cover all visits */
    bool untimed;          /* too many visits were not timed: time, self, min and max are unknown */
    bool
        estimated; /* some visits were not timed, and estimated from others on the same call path */
    bool at_least; /* an open visit may have taken longer than known */
    bool fewest;   /* visits and trips are lower bounds: their counter had not ended */
    bool peeled;   /* trips are lower bounds: see cube_is_peeled() */
    unsigned how;  /* enum archive_how, of all nodes */
};

/* Returns the exclusive time of a region: without regions that it calls or contains, except its own
 * loops. A loop has no own loops in this sense: loops inside it are other regions. */
static inline uint64_t cube_exclusive(const struct cube_sums *sums)
{
    return sums->self + sums->loops;
}

/* True if the exclusive time of a region, or the part of it outside of its own loops, has time that
 * belongs elsewhere. If the region's own time is too short as well, neither is a bound. */
static inline bool cube_has_excess(const struct cube_sums *sums)
{
    return !sums->untimed && (sums->excess || (sums->loops && sums->loops_excess));
}
static inline bool cube_has_excess_outside_loops(const struct cube_sums *sums)
{
    return !sums->untimed && (sums->excess || sums->loops_lack);
}

/* True if visits of a node that were not timed took more time than is estimated for them, as far as
 * is known: theirs were unlike the timed ones, or there may be more of them. */
static inline bool cube_is_time_short(const struct archive *archive, uint32_t node)
{
    unsigned how = archive->nodes.how[node];
    bool more = archive->nodes.timed[node] == ARCHIVE_ESTIMATED && how & ARCHIVE_AT_LEAST;
    return how & ARCHIVE_UNLIKE || more;
}

/* Why `self` of a node is an upper bound: the time of a node that it calls is a lower one, or that
 * of a loop inside of a loop, which is in the time of the loops of the routine as well. */
enum cube_excess { CUBE_EXCESS_CALLED = 1, CUBE_EXCESS_LOOP = 2 };

/* True if the trips of a loop, a row of archive->loops, are a lower bound: a trip is one iteration,
 * and the compiler took some passes out of the loop, which are not counted. */
static inline bool cube_is_peeled(const struct archive *archive, uint32_t row)
{
    const struct archive_loops *loops = &archive->loops;
    return loops->factor[row] == 1 && !loops->rest_of[row] && loops->flags[row] & FORMAT_LOOP_RESTS;
}

/* Times of all nodes of an archive, and the estimated overhead of measuring. */
struct cube {
    const struct archive *archive;
    uint64_t *time, *self; /* by node; 0 if not timed. The time of a data file is a part of its I/O
                              statement's `self` */
    uint64_t *loops;     /* by node, except loops: time in its own loops, without what they call */
    uint8_t *loops_lack; /* by node: an own loop is not timed, so `loops` lacks it */
    uint8_t *excess;     /* by node: enum cube_excess */
    uint8_t *loops_excess;  /* by node: so is `loops` */
    uint8_t *peeled;        /* by region: its trips are a lower bound; NULL: of none */
    uint32_t *first, *next; /* by node: first child, next sibling, or ARCHIVE_NONE */
    uint64_t total;         /* ns: lifetime of all lanes */
    uint64_t measured;      /* ns: `total` before compensation */
    uint64_t paused;        /* ns */
    uint64_t overhead;      /* ns: estimated time that measuring added */
    uint64_t overhead_least, overhead_most; /* bounds of this estimate */
    bool disturbed; /* the costs were measured while the machine was busy: only overhead_least is
                       sound */
    bool compensated;
    const struct cube_floor
        *floor; /* a cheaper run that bounds the compensation from below; NULL: none */
    struct cube_floor_result floored;
};

/* Computes the times of an archive. With `compensate`, subtracts the least that the probes can have
 * cost. The archive must outlive the cube. */
struct cube *cube_new(const struct archive *archive, bool compensate);

/* Computes compensated times, limited by a cheaper run (floor.h). */
struct cube *cube_new_floored(const struct archive *archive, const struct cube_floor *floor);
void cube_free(struct cube *cube);

/* Returns an overhead in percent of the time that the program would have taken without
 * measuring. */
double cube_overhead_percent(const struct cube *cube, uint64_t overhead);

/* True if a node is a loop of the region above it: its time is part of the exclusive time of that
 * region. */
bool cube_is_own_loop(const struct archive *archive, uint32_t node);

/* One row of a projection: sums over the nodes with the same two keys. */
struct cube_row {
    uint32_t a, b;
    struct cube_sums sums;
};

struct cube_rows {
    struct cube_row *rows; /* in the order of first appearance */
    size_t count;
};

void cube_rows_free(struct cube_rows *rows);

/* Gives a node its two keys. False: the node is not part of the projection. */
typedef bool cube_key(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                      uint32_t *b);

struct cube_rows cube_project(const struct cube *cube, cube_key *key, const void *with);

cube_key cube_key_region; /* (region, 0), without the roots */
cube_key cube_key_lane;   /* (region, lane) */
cube_key cube_key_within; /* (region of the parent, region): files below I/O statements */

/* Projects to (calling routine, routine); the caller is the nearest routine above, or 0. */
struct cube_rows cube_calls(const struct cube *cube);

/* The call trees of all lanes, merged. Row 0 is the root; a parent's row is smaller than its
 * child's. */
struct cube_tree {
    struct cube_row *rows; /* a: the parent's row; b: region */
    size_t count;
};

struct cube_tree cube_tree_new(const struct cube *cube);
void cube_tree_free(struct cube_tree *tree);

/* The time of a routine, split into its own code, its loops and I/O (their own code), and its calls
 * (inclusive). The parts add up to the whole. Recursive calls are split, too. */
struct cube_breakdown {
    struct cube_sums whole; /* only count, time, untimed, unfinished, at_least */
    struct cube_row *parts; /* a: region; b: 1 for a call; sums.time is the part's time */
    size_t count;
};

struct cube_breakdown cube_breakdown_new(const struct cube *cube, uint32_t routine);
/* Returns the same parts of each lane: a: region; b: lane. A lane's parts add up to the routine's
 * time on it. */
struct cube_rows cube_breakdown_lanes(const struct cube *cube, uint32_t routine);
void cube_breakdown_free(struct cube_breakdown *breakdown);

#endif
