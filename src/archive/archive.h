/* archive.h: what a run left, as tables: of a run that goes on, was cut off, has ended, or was
 * sealed. */
#ifndef ARCHIVE_ARCHIVE_H
#define ARCHIVE_ARCHIVE_H

#include "archive/table/table.h"
#include "format/act.h"
#include "util/error.h"
#include "util/progress.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARCHIVE_NONE UINT32_MAX    /* no row */
#define ARCHIVE_UNKNOWN UINT64_MAX /* a smallest value where there was no value */

/* The columns of the tables, by name, as arrays. Text is a row of the table `strings`:
 * archive_text(). */

/* Row 0 stands for what is outside of all regions: kind 0. */
struct archive_regions {
    size_t rows;
    uint32_t *kind, *flags, *mode, *reason; /* enum tri_kind, tri_flag, tri_mode, format_reason */
    uint32_t *seq, *line, *end_line;
    uint32_t *routine; /* row, 0: none */
    uint32_t *name, *file, *dir, *note;
    uint64_t *visits; /* known when it was throttled, roughly */
    uint32_t *mpi;    /* the facts about a call of MPI: format/mpi.h; 0: it is none */
};

enum archive_place_state {
    ARCHIVE_RUNNING,
    ARCHIVE_EXITED,
    ARCHIVE_REPLACED, /* by exec: a later place is the same process */
    ARCHIVE_CUT,      /* killed or crashed */
    ARCHIVE_STOPPED,  /* measuring stopped; why says why */
};

/* Times of places and lanes are ns of CLOCK_MONOTONIC; those of all ranks of a job on the clock of
 * rank 0, as far as it is known how theirs stands to it. */
struct archive_places {
    size_t rows;
    uint32_t *number, *pid, *parent_pid;
    uint32_t *parent; /* number of the place it was forked from, or ARCHIVE_NONE */
    uint32_t *clock;  /* enum format_clock */
    uint32_t *state;  /* enum archive_place_state */
    uint8_t *alive;   /* its process is there, whether measured on or not */
    uint32_t *error;  /* errno of what stopped it */
    uint32_t *signal; /* that ended it, as its parent was told; 0: none, or not known */
    uint8_t *sent;    /* another process of the run had sent it that signal, as launchers do */
    uint64_t *heard; /* ns: when its parent, or else `triptych run`, heard of its end, if it did not
                        tell of that itself; 0: nobody did */
    uint64_t *start, *end, *real_start;
    uint64_t *making;   /* ns that went into making nodes */
    uint32_t *collects; /* enum format_collector: what was listened to without probes */
    uint32_t *openmp;   /* enum format_openmp */
    uint32_t *rank;     /* in its MPI_COMM_WORLD; ARCHIVE_NONE: it is no rank, as far as is known */
    uint32_t *ranks;    /* the size of that; 0: it is no rank */
    uint64_t *job;      /* the same for all ranks of one MPI_COMM_WORLD */
    uint32_t *host, *program, *command, *why;
    uint32_t *damage; /* a sentence on what could not be read, or "" */
    double *cost_clock, *cost_pair, *cost_inside, *cost_count; /* of a probe, ns */
    double *cost_loop;                          /* of a loop that is only counted, at its end */
    double *cost_pair_least, *cost_pair_most;   /* under other conditions: see format/place.h; */
    double *cost_count_least, *cost_count_most; /* 0: not known */
    double *cost_loop_least, *cost_loop_most;
    double *cost_light, *cost_light_most; /* of a loop without a probe of its own */
    double *cost_act;                     /* of what a collector tells, ns; 0: not known */
    /* Of a rank whose clock is not that of rank 0: */
    uint32_t *aligned; /* how often it was compared; 0: it is the same, or was not */
    uint64_t *within;  /* ns: it may be off by that much */
    uint64_t *early;   /* messages and collective operations that ended before they could;
                          ARCHIVE_UNKNOWN: they could not be sorted, so no time was corrected */
    uint64_t *moved;   /* ns: by how much times were moved on at most because of that */
    /* Where loops were counted: */
    uint64_t *pc_samples; /* how often it was looked where the program is, without those times when
                             it was in Triptych; 0: never */
    /* The machine, and what the process used of it; ARCHIVE_NONE and ARCHIVE_UNKNOWN: not known. */
    uint32_t *cores_online;           /* of the machine */
    uint32_t *cores;                  /* of these, that the process may run on */
    uint64_t *cores_low, *cores_high; /* bits: which ones, from number 0 and from number 64 on; both
                                         are 0 where some are beyond number 127 */
    uint32_t *quota;                  /* hundredths of a core, by a control group; 0: no limit */
    uint32_t *load_start, *load_end;  /* load average of a minute, in hundredths */
    uint64_t *cpu_user, *cpu_system;  /* ns: CPU time of all its threads */
    uint64_t *voluntary, *involuntary; /* context switches of all its threads */
    uint64_t *memory;                  /* bytes: the most that was resident at a time */
    uint64_t *major_faults, *minor_faults;
};

struct archive_lanes {
    size_t rows;
    uint32_t *place; /* row */
    uint32_t *number, *name;
    uint64_t *tid;
    uint64_t *start, *end; /* on the place's clock: for CPU time, each lane has its own zero */
    uint8_t *running;
    uint8_t *at_least;  /* the end is not known: what is open took at least the time given */
    uint8_t *forked;    /* its open regions were begun in the place this one was forked from */
    uint8_t *ended;     /* the thread itself has ended, not just what is known of it */
    uint8_t *pool;      /* of a pool: what is outside of all regions is idle */
    uint32_t *activity; /* number of the thread among the place's activities */
    uint32_t *parent;   /* number of the activity that started it; ARCHIVE_NONE: not known */
    uint32_t *runs;     /* number of the activity that it runs, or ran last: its own or a task's */
    uint32_t *peer;     /* world rank that its last blocking send or receive was about, if messages
                           were logged; ARCHIVE_NONE: any, or not known */
    uint32_t *tag;      /* of the same, as a signed number; -1: any */
    uint64_t *filtered; /* acts that were left out of the log by --filter */
    /* From when to when these were, no more than the lane's life; 0 and 0: not known. */
    uint64_t *filtered_from, *filtered_to;
    uint64_t *filtered_aside; /* ns: in those of them that are I/O, waiting and MPI, about; without
                                 regions of which no act is logged */
    /* As lane's start: from when to when acts were dropped because there was no room for them;
       nothing is known of what it did then. 0 and 0: never. */
    uint64_t *dropped_from, *dropped_to;
    /* ns; ARCHIVE_UNKNOWN: not known. */
    uint64_t *cpu;        /* CPU time of the thread */
    uint64_t *cpu_in_mpi; /* of this, in calls of MPI, about */
    uint64_t *queued;     /* ready to run, but another thread had the core */
};

/* How much of a node's time is known. */
enum archive_timed {
    ARCHIVE_UNTIMED,   /* nothing */
    ARCHIVE_TIMED,     /* all */
    ARCHIVE_ESTIMATED, /* of some visits; that of the others is estimated by them */
};

/* How a node was counted. */
enum archive_how {
    ARCHIVE_LIGHT = 1,          /* some of its visits without a probe of its own: by an anchor, the
                                   first node above it that is not */
    ARCHIVE_DERIVED_VISITS = 2, /* from the passes of what is around it */
    ARCHIVE_DERIVED_TRIPS = 4,  /* from visits */
    ARCHIVE_AT_LEAST = 8,       /* there may be more: a visit of the anchor has not ended, or was
                                   ended from outside */
    ARCHIVE_TOO_SHORT = 16,     /* its visits are too short to be told from the clock's own time */
};

/* Call paths: one region on one path of one lane. A parent's row is smaller than its child's. Times
 * are ns. */
struct archive_nodes {
    size_t rows;
    uint32_t *lane, *region;
    uint32_t *parent; /* row; ARCHIVE_NONE for the root of a lane, whose region is 0 */
    uint8_t *timed;   /* enum archive_timed */
    uint8_t *how;     /* enum archive_how */
    uint64_t *count;
    uint64_t *untimed;   /* of these, visits whose time is estimated, if it is; of a node whose time
                            is not known at all, it may be less */
    uint64_t *time;      /* of all visits that have ended */
    uint64_t *min, *max; /* of a visit; min is ARCHIVE_UNKNOWN when none has ended */
    uint32_t *open;      /* visits that go on */
    uint64_t *open_time; /* of these, so far */
    uint64_t *trips, *trips_min, *trips_max;
    uint64_t *bytes;
    uint64_t *left;         /* visits that were ended from outside */
    uint64_t *instructions; /* executed in it and nothing below it; 0: not counted */
    uint64_t *beside;  /* of a loop of a binary: iterations of the source that code beside it did */
    uint32_t *callers; /* string: of a call site in a program without probes, the routines that led
                          to it; 0: the parents tell, or they are not known */
};

/* What a binary tells of its loops: a row for each region that is one of them. */
struct archive_loops {
    size_t rows;
    uint32_t *region;  /* row */
    uint32_t *binary;  /* text: path */
    uint64_t *address; /* of its head, as it was linked */
    uint32_t *depth;   /* 1: none is around it in its function */
    uint32_t *flags;   /* enum format_loop_flag */
    uint32_t *factor;  /* iterations of the source in a trip, if the compiler vectorised or unrolled
                          it; 0: not known */
    uint32_t *inlined; /* text: functions that it was inlined from, "a <- b"; or "" */
    uint32_t *rest_of; /* number of the loop of the same function that leaves over what this one
                          does, of the same loop of the source; 0: none */
};

#define ARCHIVE_NATIVE_OWN "(measuring)"

/* Functions of a binary that were left as they are, so that nothing was counted in them. One row of
 * a place may be of all libraries that were not asked for: its binary is "", its address 0. So may
 * one be of Triptych itself, which is called ARCHIVE_NATIVE_OWN and is in no pc_samples. */
struct archive_natives {
    size_t rows;
    uint32_t *place;          /* row */
    uint32_t *binary;         /* text: path */
    uint32_t *name, *why;     /* texts */
    uint64_t *address, *size; /* as it was linked; bytes */
    uint64_t *samples;        /* of all pc_samples of the place: those that were in it */
};

/* What threads wait for: locks, barriers and so on, and who had them in the end, or has them now.
 */
struct archive_objects {
    size_t rows;
    uint32_t *place;  /* row */
    uint32_t *kind;   /* enum format_object_kind */
    uint32_t *region; /* row; 0: not known */
    uint32_t *holder; /* number of the activity that has it; ARCHIVE_NONE: nobody, or not known */
    uint32_t *readers, *waiting, *needed;
    uint64_t *since; /* ns: when the holder got it; 0: not known */
    uint64_t *got, *waited;
};

/* Lanes that waited when the run ended, or wait now. */
struct archive_waits {
    size_t rows;
    uint32_t *lane;   /* row */
    uint32_t *object; /* row; ARCHIVE_NONE: not known */
    uint32_t *node;   /* row: the visit in which it waits; ARCHIVE_NONE: not known */
    uint64_t *since;  /* ns; 0: not known */
};

enum archive_activity_kind {
    ARCHIVE_THREAD = 1,
    ARCHIVE_IMPLICIT = 2, /* a task that is one thread's part of a parallel region */
    ARCHIVE_TASK = 3,
};

/* Activities: threads always, tasks if they were logged. Times are ns. */
struct archive_activities {
    size_t rows;
    uint32_t *place;       /* row */
    uint32_t *number;      /* in its place */
    uint32_t *parent;      /* number of the activity that made it; ARCHIVE_NONE: not known */
    uint32_t *kind;        /* enum archive_activity_kind */
    uint32_t *made_at;     /* row of regions: the call that made it; 0: not known */
    uint32_t *body;        /* row of regions; 0: not known */
    uint32_t *made_on;     /* row of lanes; ARCHIVE_NONE: not known */
    uint32_t *first_lane;  /* row: where it began; ARCHIVE_NONE: it never did */
    uint32_t *parts;       /* stretches in which it ran */
    uint32_t *moves;       /* how often the next stretch was on another lane */
    uint64_t *created;     /* ARCHIVE_UNKNOWN: not known */
    uint64_t *start, *end; /* ARCHIVE_UNKNOWN: it never ran */
    uint64_t *ran;         /* of this, other activities on the same lane left out */
    uint32_t *first_after, *after_count; /* rows of dependences: what it depends on */
};

struct archive_dependences {
    size_t rows;
    uint32_t *activity; /* row of activities */
    uint32_t *on;       /* number of an activity in the same place */
};

/* Communicators of MPI as each of their members knows them. Rows of one place are together. */
struct archive_communicators {
    size_t rows;
    uint32_t *place;        /* row */
    uint32_t *number;       /* events of the place call it so */
    uint64_t *id;           /* the same on all its members of one job */
    uint32_t *kind;         /* enum format_communicator_kind */
    uint32_t *rank, *size;  /* of the place in its group; of the group */
    uint32_t *remote_size;  /* of the other group, or 0 */
    uint64_t *first_member; /* row of members: its group and then the other one;
                               ARCHIVE_UNKNOWN: not known here */
    uint64_t *made, *freed; /* ns; 0: not known, not yet */
};

struct archive_members {
    size_t rows;
    uint32_t *rank; /* in MPI_COMM_WORLD */
};

enum archive_filtered {
    ARCHIVE_FILTERED_SEND = 1,
    ARCHIVE_FILTERED_RECEIVE = 2,
};

/* Messages between ranks, if they were logged, each receive with its send. Times are ns, as those
 * of their lanes. */
struct archive_messages {
    size_t rows;
    uint32_t *communicator;    /* row: the sender's, if it is known */
    uint32_t *source, *target; /* rows of places; ARCHIVE_NONE: not known */
    uint32_t *tag;             /* as a signed number */
    uint64_t *bytes;           /* received; sent, if no receive was found */
    uint32_t *send, *receive;  /* rows of nodes: the calls; ARCHIVE_NONE: none was found */
    uint64_t *send_start, *send_end, *receive_start, *receive_end; /* of these calls; 0: none */
    /* What is nonblocking has two calls: `send` begins it, `receive` sees its end. The others: */
    uint32_t *finish; /* row of nodes: that saw the end of the send, as `send` of a blocking one;
                         ARCHIVE_NONE: none did */
    uint32_t *post;   /* row of nodes: that began the receive, as `receive` of a blocking one */
    uint64_t *finish_start, *finish_end, *post_start; /* of these calls; 0: none */
    uint8_t *filtered; /* enum archive_filtered: which call was left out of the log by --filter */
};

/* What has to be there before somebody can go on. */
enum archive_collective {
    ARCHIVE_COLLECTIVE,         /* of no kind that is known */
    ARCHIVE_COLLECTIVE_BARRIER, /* everybody */
    ARCHIVE_COLLECTIVE_N_TO_N,  /* the data of all, for all: Allreduce, Allgather, Alltoall,
                                   Reduce_scatter */
    ARCHIVE_COLLECTIVE_N_TO_1,  /* the data of all, for the root: Reduce, Gather */
    ARCHIVE_COLLECTIVE_1_TO_N,  /* the root's data, for all others: Bcast, Scatter */
    ARCHIVE_COLLECTIVE_PREFIX,  /* the data of all before it in the group: Scan, Exscan */
    ARCHIVE_COLLECTIVE_NEAR,    /* the data of its neighbours: Neighbor_allgather, _alltoall */
};

/* Collective operations, if they were logged: a row for each process that took part. Rows of one
 * instance are together, in the order of their places; instances are in the order in which they
 * began. Times are ns, as those of their lanes. */
struct archive_collectives {
    size_t rows;
    uint32_t *instance;      /* the same for all parts of one: from 0, without gaps */
    uint32_t *communicator;  /* row: that of the process */
    uint64_t *number;        /* of the instance, among those of its communicator: from 0 */
    uint32_t *place;         /* row */
    uint32_t *kind;          /* enum archive_collective */
    uint32_t *root;          /* row of places; ARCHIVE_NONE: it has none, or it is not known */
    uint32_t *size;          /* how many should take part, in both groups of an intercommunicator:
                                not all of them need be known */
    uint64_t *given, *taken; /* bytes, by the buffers of the process */
    uint32_t *begin;         /* row of nodes: the call that began it; ARCHIVE_NONE: not known */
    uint64_t *begin_start, *begin_end; /* of this call */
    uint32_t *end; /* row of nodes: the call that saw its end, as `begin` of a blocking one;
                      ARCHIVE_NONE: none did */
    uint64_t *end_start, *end_end; /* of this call; 0: none */
};

/* What was logged of each lane's file, and what was not. */
struct archive_logs {
    size_t rows;
    uint32_t *place;        /* row */
    uint32_t *number;       /* of the file: events-K */
    uint32_t *kinds, *keep; /* enum format_events_kind, format_keep */
    uint64_t *limit;        /* bytes; 0: none */
    uint64_t *dropped;      /* acts for which there was no room, or that made room for later ones;
                               lanes.dropped_from tells when */
    uint64_t *lost;         /* bytes of acts that made room for later ones, about */
    uint32_t *error;        /* errno of what stopped it */
};

/* Of a sealed archive: the blocks of acts, in order of lanes and of their start, and what can be
 * told of each without reading it. See archive/events/blocks.h. Times are ns. */
struct archive_blocks {
    size_t rows;
    uint32_t *lane;        /* row */
    uint64_t *first;       /* row of its first act, among all acts */
    uint16_t *count;       /* of acts */
    uint64_t *base, *last; /* when the first one and the last one began */
    uint64_t *early, *end; /* the earliest and the latest end */
    uint64_t *duration_min, *duration_max;
    uint32_t *has;                   /* 1 << enum event_value: what some of them have */
    uint64_t *bytes_min, *bytes_max; /* of those that have a value for it; no others may have any,
                                        but 0 */
    uint64_t *trips_min, *trips_max; /* the same; the nodes tell the trips of the others */
    uint64_t *dictionary;            /* row of its first node in dictionary.u32 of events */
    uint16_t *nodes;                 /* so many of them: no act is of another node */
};

/* Where the columns of a block are, and how: see archive/events/column_codec.h. EVENT_COLUMNS rows
 * for each block.
 */
struct archive_parts {
    size_t rows;
    uint64_t *at;
    uint32_t *size, *plain;
    uint16_t *patches;
    uint8_t *as;
};

/* What run.json says. Text is never NULL. */
struct archive_run {
    bool known;   /* there is a run.json and it can be read */
    bool running; /* so it says */
    bool has_status, has_signal;
    int status, signal;
    int pid; /* of `triptych run`; 0: not known, or the program was started by itself */
    uint64_t start, end, real_start; /* ns; 0: not known */
    uint64_t seen; /* ns, as `start`: when `triptych run` was last there; 0: not known */
    char *version, *command, *cwd, *host, *started, *clock, *options;
    char *part_of, *query; /* of a part: the archive it was taken from, and how; "": it is none */
    bool has_part_time;    /* and of which time it is: */
    int64_t part_from, part_to; /* ns since the start of the run */
};

struct archive_strings {
    size_t rows;
    const uint64_t *offset; /* rows + 1 */
    const char
        *bytes; /* each string ends with a zero byte, which is the last before the next offset */
};

enum { ARCHIVE_TABLES = 17, ARCHIVE_PYRAMID_TABLES = 7 };

struct events;
struct clock_line;
struct gathered;

struct intact;

struct archive {
    char *path;
    bool sealed;
    uint64_t skipped;      /* places of which not even the description could be read */
    uint64_t missing;      /* places that have a number and nothing else */
    struct intact *intact; /* files that are not as the run left them */
    bool lacks_events;     /* it is sealed, and the tables of its events are damaged */
    struct archive_run run;
    struct archive_regions regions;
    struct archive_places places;
    struct archive_lanes lanes;
    struct archive_nodes nodes;
    struct archive_logs logs;
    struct archive_blocks blocks;
    struct archive_parts parts;
    struct archive_objects objects;
    struct archive_waits waits;
    struct archive_activities activities; /* see archive_find_activities */
    struct archive_dependences dependences;
    struct archive_communicators communicators;
    struct archive_members members;
    struct archive_messages messages; /* see archive_find_messages */
    struct archive_collectives collectives;
    struct archive_loops loops;
    struct archive_natives natives;
    bool matched;
    bool ranked; /* the ranks of one MPI program are known: they name its places */
    struct archive_strings strings;
    struct table tables[ARCHIVE_TABLES]; /* the same data, by name */
    struct table string_table; /* owns what `strings` points to; its columns differ in length */
    struct table event_table;  /* of a sealed archive: encoded columns, which differ in length */
    struct table sample_table; /* see samples.h */
    struct table cycle_table, shape_table; /* of a sealed archive: see cycle_table.h */
    struct table pyramid_tables[ARCHIVE_PYRAMID_TABLES]; /* the same: see pyramid.h */
    struct events *events;                               /* see archive_acts_of */
    struct gathered *gathered;                           /* places without a folder, or NULL */
    struct clock_line *lines; /* by row of places, if it is not sealed: see clocks.h */
};

struct folder;

/* NULL with an error when nothing can be said of it. What can be read of a damaged archive is read;
 * the places' column `damage`, `missing`, `skipped` and `intact` say what is missing. */
struct archive *archive_open(const char *path, struct error *error);
struct archive *archive_read(const struct folder *folder, const char *path, struct error *error);
void archive_close(struct archive *archive);

/* When the run began and when it ended, or the newest moment that is known of it, ns of the
 * archive's clock. `at_least`: it was cut off, and may have gone on. */
uint64_t archive_start(const struct archive *archive);
uint64_t archive_end(const struct archive *archive, bool *at_least);

/* The zero from which moments of lanes and events are counted for users: the start of the run; 0
 * for CPU time, of which every lane has its own. */
uint64_t archive_zero(const struct archive *archive);

/* Zero-terminated, as it was found: control characters and all. */
const char *archive_text(const struct archive *archive, uint32_t string);

/* What a place is called: by its rank where these are known (others are "p3" then), else by its
 * number. */
enum { ARCHIVE_NAME = 32 };
void archive_place_name(const struct archive *archive, uint32_t place, char name[ARCHIVE_NAME]);
void archive_lane_name(const struct archive *archive, uint32_t lane, char name[ARCHIVE_NAME]);

const struct table *archive_table(const struct archive *archive, const char *name); /* NULL: none */

/* An act: one visit of a node, with a beginning and an end. */
enum archive_act_flag {
    ARCHIVE_ACT_OPEN = 1,      /* it had not ended: the end is that of what is known of its lane */
    ARCHIVE_ACT_LEFT = 2,      /* it was ended from outside: longjmp, exit, the end of the thread */
    ARCHIVE_ACT_CONTINUED = 4, /* it was begun in the place that this one was forked from */
};

enum archive_act_told { /* of messages and collective operations */
                        ARCHIVE_TOLD_SOURCE = 1,
                        ARCHIVE_TOLD_TARGET = 2,
                        ARCHIVE_TOLD_TAG = 4,
                        ARCHIVE_TOLD_COMMUNICATOR = 8,
};

enum { ARCHIVE_AFTER = 6 }; /* dependences that an act can tell of */

struct archive_act {
    uint64_t start, end; /* ns, as those of its lane */
    uint32_t node;       /* row; the root of a lane stands for the lane itself */
    uint32_t flags;      /* enum archive_act_flag */
    uint64_t trips;      /* of a loop, if it has ended by itself; else ARCHIVE_UNKNOWN */
    uint64_t bytes;      /* of an I/O statement */
    uint32_t file;       /* row of regions: where it went, or what it waited for; 0: not known */
    uint32_t runs;       /* number of the activity that does it */
    uint32_t activity;   /* that it is about: runs (task), was made (spawn), was waited for (join);
                            ARCHIVE_NONE: none */
    uint32_t holder;     /* that had what it waits for; ARCHIVE_NONE: nobody, or not known */
    uint32_t after_count;
    uint32_t after[ARCHIVE_AFTER]; /* numbers of activities that the one it makes depends on */
    uint64_t held;                 /* of a release: ns */
    uint32_t told;                 /* enum archive_act_told: which of these are there */
    uint32_t source, target;       /* rows of places: of its messages; ARCHIVE_NONE: not known, or
                                      several */
    uint32_t tag;                  /* as a signed number */
    uint32_t communicator;         /* row */
};

/* The acts of a lane that touch the time from `from` to before `to`, in order of their start, an
 * act before those inside of it; the first one is the lane itself. Of a run that goes on: those
 * that have begun when the archive was opened. NULL with an error when they cannot be read. */
struct archive_acts;
struct archive_acts *archive_acts_of(const struct archive *archive, uint32_t lane, uint64_t from,
                                     uint64_t to, struct error *error);
bool archive_acts_next(struct archive_acts *acts, struct archive_act *act);
void archive_acts_free(struct archive_acts *acts);

/* How many acts were left out of the log by --filter. *at_least: there may be more, of regions that
 * were only counted in the end. */
uint64_t archive_acts_filtered(const struct archive *archive, bool *at_least);

/* Whether logs have all acts of the kinds that were to be logged, as far as it is known. */
bool archive_acts_are_whole(const struct archive *archive);

/* Records of the log that made no sense, as far as it was read. */
uint64_t archive_acts_damage(const struct archive *archive);

/* The kinds of acts, whatever made them: format/act.h says what they are. */
enum archive_kind {
    ARCHIVE_EXEC = FORMAT_ACT_EXEC,
    ARCHIVE_MOVE = FORMAT_ACT_MOVE,
    ARCHIVE_FINISH = FORMAT_ACT_FINISH,
    ARCHIVE_CLOCK = FORMAT_ACT_CLOCK,
    ARCHIVE_ATOMIC = FORMAT_ACT_ATOMIC,
    ARCHIVE_CALL = FORMAT_ACT_CALL,
    ARCHIVE_LOOP = FORMAT_ACT_LOOP,
    ARCHIVE_IO = FORMAT_ACT_IO,
    ARCHIVE_COMM = FORMAT_ACT_COMM,
};

/* What an act is, in the words of X-Eye's table of fields. */
struct archive_facts {
    enum archive_kind kind;
    uint32_t activity_place, activity; /* numbers: PLACE-N */
    uint32_t parent;                   /* number of the activity that made it, in the same place;
                                          ARCHIVE_NONE: none, or not known */
    uint32_t class_name;               /* text: the file */
    uint32_t method_name;              /* text: the routine, the one around it, or a file's name */
    uint32_t source_place,
        target_place;    /* numbers of places; ARCHIVE_NONE: not known, or several */
    uint32_t exec_place; /* number of a place */
    uint32_t start_position, end_position; /* lines */
};

struct archive_facts archive_facts_of(const struct archive *archive, const struct archive_act *act);
const char *archive_kind_word(enum archive_kind kind); /* "EXEC" */

/* Whether so many bytes of a region are known: I/O and messages tell them, if it was nothing, too;
 * those with a note do not. */
bool archive_tells_bytes(const struct archive *archive, uint32_t region, uint64_t bytes);

/* Fills the table activities, and dependences; once. Of a sealed archive they are there. Without
 * it, the parents of tasks are not known. */
bool archive_find_activities(struct archive *archive, struct error *error);

/* Fills the tables messages and collectives; once. Of a sealed archive they are there. */
bool archive_find_messages(struct archive *archive, struct error *error);

/* Fills event_blocks and the tables behind it, cycles, activities and dependences, as sealing
 * would; once. Of a sealed archive they are there. They are on the disk, without a name, below
 * TMPDIR. It ends early, with an error, when *stop is set meanwhile (NULL: never). Records of a log
 * that make no sense are left out and counted by archive_acts_damage. */
bool archive_find_events(struct archive *archive, const atomic_bool *stop,
                         struct progress *progress, struct error *error);

/* The row of an activity; ARCHIVE_NONE: none. */
uint32_t archive_activity(const struct archive *archive, uint32_t place, uint32_t number);

/* Whether a node is a loop of the region above it: its time is part of that one's exclusive time.
 */
bool archive_is_own_loop(const struct archive *archive, uint32_t node);

/* A routine that was not measured, but is around something that was. */
bool archive_is_only_named(const struct archive *archive, uint32_t region);

/* Makes a run that has ended smaller and faster to read: tables instead of places, and copies of
 * the source files. May be interrupted and repeated at any moment. Fails while a process of the run
 * is alive, unless its measuring was stopped. */
bool archive_seal(const char *path, struct progress *progress, struct error *error);

#endif
