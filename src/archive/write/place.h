/* place.h: writes what a measured process would have left, places/P/..., from what is known of
 * its acts. archive_seal then makes all tables of it: the one way to a new archive, whether the
 * acts come from another format or from another archive.
 *
 * Times are ns, of one clock for all places (a place that measured CPU time: of each lane by
 * itself), and larger than 1. Sums of the profile (visits, time, shortest and longest, trips,
 * bytes) are made here. In memory are a place's regions, and of each lane that is open its nodes
 * and open acts. What fails is told by the next call that can fail. A lane that was closed is on
 * disk with all that belongs to it, whatever happens after. */
#ifndef ARCHIVE_WRITE_PLACE_H
#define ARCHIVE_WRITE_PLACE_H

#include "archive/archive.h"
#include "format/event.h"

#define RAW_WRITE_ROOT 2 /* the node of a lane itself: parent of its outermost acts */

/* Text may be NULL: "". */
struct raw_write_about {
    uint32_t number;      /* of the place */
    uint32_t pid;         /* 0: not known */
    uint32_t parent_pid;  /* the same */
    uint32_t parent;      /* number of the place it was forked from, or ARCHIVE_NONE */
    uint32_t clock;       /* enum format_clock; 0: ns of a clock that all share */
    uint32_t state;       /* enum format_place_state */
    uint32_t collects;    /* enum format_collector */
    uint32_t openmp;      /* enum format_openmp */
    uint32_t rank, ranks; /* of MPI; ranks 0: it is no rank */
    uint64_t job;         /* the same for all ranks of one MPI_COMM_WORLD */
    uint64_t start, end;  /* end 0: that of its last lane */
    uint64_t real_start;  /* ns since 1970 */
    const char *host, *program, *why;
    const char *command; /* words with a space between */
};

struct raw_write_region {
    uint32_t kind, flags; /* enum tri_kind, tri_flag */
    uint32_t mode;        /* enum tri_mode; 0: TRI_TIME */
    uint32_t reason;      /* enum format_reason */
    uint32_t seq, line, end_line;
    uint32_t routine; /* the number that raw_write_region gave it; 0: none */
    const char *name, *file, *dir, *note;
};

struct raw_write_communicator {
    uint64_t id;                      /* the same on all members: see format/communicator.h */
    uint32_t kind;                    /* enum format_communicator_kind */
    uint32_t rank, size, remote_size; /* of this place in its group; of both groups */
    const uint32_t *members;          /* size + remote_size world ranks, or NULL: not known here */
    uint64_t made, freed;             /* 0: not known, not yet */
};

struct raw_write_lane_about {
    uint32_t number; /* in its place */
    const char *name;
    uint64_t tid;
    uint64_t start;
    uint64_t forked;           /* when a fork copied it; 0: it was not */
    bool pool;                 /* of a pool: what is outside of all regions is idle */
    uint32_t activity, parent; /* numbers; parent ARCHIVE_NONE: not known */
};

struct raw_write;
struct raw_write_lane;

/* A place below the folder of an archive, which exists. NULL with an error. */
struct raw_write *raw_write_open(const char *archive, const struct raw_write_about *about,
                                 struct error *error);

/* Changes what is told of the place, as long as it is open; not its number. */
void raw_write_tell(struct raw_write *place, const struct raw_write_about *about);

/* A region's number in the place, from 1. The caller gives each once. */
uint32_t raw_write_region(struct raw_write *place, const struct raw_write_region *region);

/* A communicator's number in the place, from 1: what format_order wants. */
uint32_t raw_write_communicator(struct raw_write *place,
                                const struct raw_write_communicator *communicator);

/* All lanes must be closed. Frees it, also when it fails. */
bool raw_write_close(struct raw_write *place, struct error *error);

/* A lane; several may be open. NULL with an error. */
struct raw_write_lane *raw_write_lane_open(struct raw_write *place,
                                           const struct raw_write_lane_about *about,
                                           struct error *error);

/* The node of a region below another one (or RAW_WRITE_ROOT), made when it is new. */
uint32_t raw_write_node(struct raw_write_lane *lane, uint32_t parent, uint32_t region);

/* An act begins, in the order of time; its end and what is inside of it come later. */
void raw_write_enter(struct raw_write_lane *lane, uint32_t node, uint64_t start);

/* What the innermost open act says, in the order that format/event.h wants. Regions (of files and
 * objects) by their numbers in the place; the node of a file or object below the act's own is made
 * and gets its part. False: no act is open. */
bool raw_write_value(struct raw_write_lane *lane, enum format_value kind, uint64_t value);

/* The innermost open act ends. left: from outside. */
void raw_write_leave(struct raw_write_lane *lane, uint64_t end, bool left);

/* How many acts are open; the node of the innermost one, RAW_WRITE_ROOT if there is none. */
size_t raw_write_depth(const struct raw_write_lane *lane);
uint32_t raw_write_inside(const struct raw_write_lane *lane);

/* Instead of enter and leave: acts with their ends, in the order of archive_acts_of, `node` and
 * `file` in them numbers of this lane and place (file 0: none). Values that archive_act does not
 * have may follow by raw_write_value, before the next act. */
void raw_write_act(struct raw_write_lane *lane, const struct archive_act *act);

/* The lane ends (0: with its last act); what is open stays so. Frees it, also when it fails. */
bool raw_write_lane_close(struct raw_write_lane *lane, uint64_t end, struct error *error);

#endif
