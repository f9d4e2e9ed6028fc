/* cube.h: sums over the call paths of an archive: per region, lane, caller, path. */
#ifndef CUBE_CUBE_H
#define CUBE_CUBE_H

#include "archive/archive.h"
#include "cube/floor.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Times are ns. A visit inside a visit of the same thing adds to all but `time`: that counts once.
 */
struct cube_sums {
    uint64_t count;
    uint64_t time;  /* inclusive */
    uint64_t self;  /* what is not in a timed region below */
    uint64_t loops; /* in loops of its own: with self, the exclusive time of a routine */
    uint64_t min, max;
    uint64_t trips, trips_min, trips_max; /* trips_min: ARCHIVE_UNKNOWN when no loop has ended */
    uint64_t bytes;
    uint64_t instructions; /* in it and in nothing below it */
    uint64_t open;         /* visits that go on */
    uint64_t left;         /* visits that were ended from outside */
    uint64_t ended;        /* visits that ended by themselves: only their trips are known */
    uint64_t nodes;        /* call paths */
    uint64_t unseen;       /* visits whose time is not known, or estimated by that of others */
    uint64_t unknown;      /* visits on call paths of which no time is known */
    uint64_t brief;        /* of these, visits that are too short to be told from the clock */
    bool loops_lack;       /* a loop of its own is not timed: its time is in `self` */
    bool vague;            /* trips_min and trips_max are not known of all visits */
    bool untimed;   /* too many visits were only counted: time, self, min and max are not known */
    bool estimated; /* so were some, but others on the same call path tell how long they took */
    bool at_least;  /* an open visit may have taken longer than is known */
    bool fewest;    /* there may be more visits and trips: what counted them has not ended */
    unsigned how;   /* enum archive_how, of all nodes */
};

/* The exclusive time of a region: without what it calls, and without other regions inside it than
 * its own loops. A loop has no loops of its own in this sense: those inside it are others. */
static inline uint64_t cube_exclusive(const struct cube_sums *sums)
{
    return sums->self + sums->loops;
}

struct cube {
    const struct archive *archive;
    uint64_t *time, *self;  /* of each node; 0 where it is not timed; a data file's is a part of
                               its I/O statement's self */
    uint64_t *loops;        /* of each node but loops: in its own loops, without what these call */
    uint8_t *loops_lack;    /* of each node: a loop of its own is not timed, so `loops` lacks it */
    uint32_t *first, *next; /* child, sibling: the trees downwards; ARCHIVE_NONE: none */
    uint64_t total;         /* ns: the life of all lanes */
    uint64_t measured;      /* ns: the same before compensation */
    uint64_t paused;        /* ns */
    uint64_t overhead;      /* ns: what measuring is estimated to have added */
    uint64_t overhead_least, overhead_most; /* the same: the range within which it is */
    bool compensated;
    const struct floor *floor; /* below which no compensated time goes; NULL: none */
    struct floor_result floored;
};

/* With `compensate`, the least that the probes can have cost is taken out of all times. */
struct cube *cube_new(const struct archive *archive, bool compensate);

/* The same, compensated, where a cheaper run tells what is too much. */
struct cube *cube_new_floored(const struct archive *archive, const struct floor *floor);
void cube_free(struct cube *cube);

/* An overhead in percent of the time that the program would have taken without measuring. */
double cube_overhead_percent(const struct cube *cube, uint64_t overhead);

/* Whether a node is a loop of the region above it: its time is part of that one's exclusive time.
 */
bool cube_is_own_loop(const struct archive *archive, uint32_t node);

/* One row of a projection: nodes with the same two keys. */
struct cube_row {
    uint32_t a, b;
    struct cube_sums sums;
};

struct cube_rows {
    struct cube_row *rows; /* in the order of first appearance */
    size_t count;
};

void cube_rows_free(struct cube_rows *rows);

/* How nodes are put together: false leaves one out. */
typedef bool cube_key(const struct cube *cube, uint32_t node, const void *with, uint32_t *a,
                      uint32_t *b);

struct cube_rows cube_project(const struct cube *cube, cube_key *key, const void *with);

cube_key cube_key_region; /* (region, 0); not the roots */
cube_key cube_key_lane;   /* (region, lane) */
cube_key cube_key_within; /* (region of the parent, region): files below I/O statements */

/* (routine that calls, routine): the nearest routine above counts. 0: none above. */
struct cube_rows cube_calls(const struct cube *cube);

/* All lanes' trees laid on top of each other. Row 0 is the root; a parent's row is smaller. */
struct cube_tree {
    struct cube_row *rows; /* a: the parent's row; b: region */
    size_t count;
};

struct cube_tree cube_tree_new(const struct cube *cube);
void cube_tree_free(struct cube_tree *tree);

/* Where the time of a routine goes: its own code, its loops and I/O (their own code), its calls
 * (all of it). The parts' times add up to the whole. Calls of itself are taken apart, too. */
struct cube_breakdown {
    struct cube_sums whole; /* only count, time, untimed, open, at_least */
    struct cube_row *parts; /* a: region; b: 1 when it is a call; sums.time is the part's time */
    size_t count;
};

struct cube_breakdown cube_breakdown_new(const struct cube *cube, uint32_t routine);
void cube_breakdown_free(struct cube_breakdown *breakdown);

#endif
