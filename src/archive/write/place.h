/* place.h: writes the files that a measured process would have left, places/P/..., from its acts.
 * archive_seal then makes all tables: this is the only way to a new archive, whether the acts come
 * from another format or from another archive.
 *
 * Times are ns, larger than 1, on one clock for all places (for CPU time, one clock per lane). The
 * sums of the profile (visits, time, shortest and longest visit, trips, bytes) are made here. Only
 * the regions of a place, and the nodes and open acts of each open lane, are kept in memory. A
 * failure is reported by the next call that can fail. A lane that was closed is on disk with all
 * that belongs to it, whatever happens later.
 *
 *   archive_raw_write_open
 *     archive_raw_write_region, archive_raw_write_communicator   -> numbers
 *     archive_raw_write_lane_open
 *       archive_raw_write_node                                   -> number below a parent
 *       archive_raw_write_enter, _value, _leave, or _act, in order of start
 *     archive_raw_write_lane_close
 *   archive_raw_write_close */
#ifndef ARCHIVE_WRITE_PLACE_H
#define ARCHIVE_WRITE_PLACE_H

#include "archive/archive.h"
#include "format/event.h"

#define RAW_WRITE_ROOT 2 /* the node of the lane itself: parent of its outermost acts */

/* The description of a place. Text may be NULL: "". */
struct archive_raw_write_about {
    uint32_t number;      /* of the place */
    uint32_t pid;         /* 0: not known */
    uint32_t parent_pid;  /* 0: not known */
    uint32_t parent;      /* number of the place that it was forked from, or ARCHIVE_NONE */
    uint32_t clock;       /* enum format_clock; 0: ns of a clock that all places share */
    uint32_t state;       /* enum format_place_state */
    uint32_t collects;    /* enum format_collector */
    uint32_t openmp;      /* enum format_openmp */
    uint32_t rank, ranks; /* in MPI; `ranks` is 0 if it is no rank */
    uint64_t job;         /* the same for all ranks of one MPI_COMM_WORLD */
    uint64_t start, end;  /* end 0: that of its last lane */
    uint64_t real_start;  /* ns since 1970 */
    const char *host, *program, *why;
    const char *command; /* words separated by spaces */
};

struct archive_raw_write_region {
    uint32_t kind, flags; /* enum tri_kind, tri_flag */
    uint32_t mode;        /* enum tri_mode; 0: TRI_TIME */
    uint32_t reason;      /* enum format_reason */
    uint32_t seq, line, end_line;
    uint32_t routine; /* number from archive_raw_write_region; 0: none */
    const char *name, *file, *dir, *note;
};

struct archive_raw_write_communicator {
    uint64_t id;                      /* the same on all members: see format/communicator.h */
    uint32_t kind;                    /* enum format_communicator_kind */
    uint32_t rank, size, remote_size; /* rank of this place in its group; sizes of both groups */
    const uint32_t *members;          /* size + remote_size world ranks, or NULL: not known */
    uint64_t made, freed;             /* 0: not known, or not yet */
};

struct archive_raw_write_lane_about {
    uint32_t number; /* in its place */
    const char *name;
    uint64_t tid;
    uint64_t start;
    uint64_t forked;           /* when a fork copied it; 0: it was not forked */
    bool pool;                 /* a pool thread: outside all regions it is idle */
    uint32_t activity, parent; /* numbers; parent ARCHIVE_NONE: not known */
};

struct raw_write;
struct raw_write_lane;

/* Makes a place below the folder of an archive, which must exist. NULL with an error. */
struct raw_write *archive_raw_write_open(const char *archive,
                                         const struct archive_raw_write_about *about,
                                         struct error *error);

/* Replaces the description of an open place, except its number. */
void archive_raw_write_tell(struct raw_write *place, const struct archive_raw_write_about *about);

/* Adds a region and returns its number in the place, from 1. Equal regions are not recognized. */
uint32_t archive_raw_write_region(struct raw_write *place,
                                  const struct archive_raw_write_region *region);

/* Adds a communicator and returns its number in the place, from 1, as format_order takes it. */
uint32_t archive_raw_write_communicator(struct raw_write *place,
                                        const struct archive_raw_write_communicator *communicator);

/* Completes and frees the place, even on failure. All its lanes must be closed. */
bool archive_raw_write_close(struct raw_write *place, struct error *error);

/* Makes a lane; several may be open at a time. NULL with an error. */
struct raw_write_lane *archive_raw_write_lane_open(struct raw_write *place,
                                                   const struct archive_raw_write_lane_about *about,
                                                   struct error *error);

/* Returns the node of a region below another node (or RAW_WRITE_ROOT), made if it is new. */
uint32_t archive_raw_write_node(struct raw_write_lane *lane, uint32_t parent, uint32_t region);

/* Begins an act, in order of time; acts inside it and its end follow. */
void archive_raw_write_enter(struct raw_write_lane *lane, uint32_t node, uint64_t start);

/* Adds a value to the innermost open act, in the order that format/event.h requires. Files and
 * objects are numbers of regions of the place; their nodes below the act's are made here. False if
 * no act is open. */
bool archive_raw_write_value(struct raw_write_lane *lane, enum format_value kind, uint64_t value);

/* Ends the innermost open act. left: it was ended from outside. */
void archive_raw_write_leave(struct raw_write_lane *lane, uint64_t end, bool left);

/* Return the number of open acts, and the node of the innermost one (RAW_WRITE_ROOT: none). */
size_t archive_raw_write_depth(const struct raw_write_lane *lane);
uint32_t archive_raw_write_inside(const struct raw_write_lane *lane);

/* Adds an act with its end, instead of enter and leave, in the order of archive_acts_of; `node` and
 * `file` in it are numbers of this lane and place (file 0: none). Values that struct archive_act
 * lacks may follow by archive_raw_write_value, before the next act. */
void archive_raw_write_act(struct raw_write_lane *lane, const struct archive_act *act);

/* Ends the lane (end 0: with its last act) and frees it, even on failure; open acts stay open. */
bool archive_raw_write_lane_close(struct raw_write_lane *lane, uint64_t end, struct error *error);

#endif
