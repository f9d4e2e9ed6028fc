/* archive.h: the tables of an archive, sealed or not, of a run that is running, has ended or was
 * killed.
 *
 * archive_open fills struct archive, from places/ (archive/raw) or from sealed tables
 * (archive/table). Each table is a struct of columns; all columns of a table have the same number
 * of rows, and a column that refers to another table holds its rows:
 *
 *   places  <-- lanes <-- nodes --> regions     a process; a thread; a region on a call path
 *     ^           ^         ^
 *     |           |         +-- acts            logged visits: archive_acts_of
 *     |           +-- waits --> objects         who waits for which lock, barrier, ...
 *     +-- communicators --> members; messages, collectives
 *     +-- activities --> dependences            threads and tasks
 *     +-- natives;  regions <-- loops           what was (not) counted in binaries
 *     lanes <-- stacks                          sampled call paths
 *                   nodes <-- operations        what their instructions did
 *     regions <-- carried                       dependences between trips of loops
 *
 * Text is a row of the table strings: archive_text(). Times are ns of one clock, that of the first
 * place; archive_zero() is where the axis begins for users. Tables that need the event logs
 * (activities, messages, events) are filled on demand in an unsealed archive:
 * archive_find_...(). */
#ifndef ARCHIVE_ARCHIVE_H
#define ARCHIVE_ARCHIVE_H

#include "archive/table/columns.h"
#include "archive/table/table.h"
#include "format/act.h"
#include "util/error.h"
#include "util/progress.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ARCHIVE_NONE UINT32_MAX    /* no row */
#define ARCHIVE_UNKNOWN UINT64_MAX /* a minimum of no values; a value that is not known */

/* The columns of the tables, by name, as arrays: columns.h describes each of them. */
#define ARCHIVE_U8 uint8_t
#define ARCHIVE_U16 uint16_t
#define ARCHIVE_U32 uint32_t
#define ARCHIVE_U64 uint64_t
#define ARCHIVE_F64 double
#define ARCHIVE_MEMBER(type, name, ...) ARCHIVE_##type *name;

/* Row 0 stands for the time outside all regions: kind 0. */
struct archive_regions {
    size_t rows;
    ARCHIVE_REGIONS(ARCHIVE_MEMBER)
};

enum archive_place_state {
    ARCHIVE_RUNNING,
    ARCHIVE_ENDED,
    ARCHIVE_REPLACED,   /* by exec: a later place is the same process */
    ARCHIVE_UNFINISHED, /* killed, crashed, or ended by _exit() */
    ARCHIVE_STOPPED,    /* measuring was stopped; `why` gives the reason */
};

/* Times of places and lanes are ns of CLOCK_MONOTONIC. Those of all ranks of a job are on the clock
 * of rank 0, as far as the offset of their clocks is known. */
struct archive_places {
    size_t rows;
    ARCHIVE_PLACES(ARCHIVE_MEMBER)
};

struct archive_lanes {
    size_t rows;
    ARCHIVE_LANES(ARCHIVE_MEMBER)
};

/* The part of a node's time that is known. */
enum archive_timed {
    ARCHIVE_UNTIMED,   /* none */
    ARCHIVE_TIMED,     /* all */
    ARCHIVE_ESTIMATED, /* of some visits; that of the others is estimated from them */
    ARCHIVE_SAMPLED,   /* none exactly: it is estimated from samples */
};

/* Flags of a node that say how it was counted. */
enum archive_how {
    ARCHIVE_LIGHT = 1, /* some of its visits were counted without a probe of its own, by an anchor:
                          the first node above it that is not light */
    ARCHIVE_DERIVED_VISITS = 2, /* visits are computed from the passes of the node around it */
    ARCHIVE_DERIVED_TRIPS = 4,  /* trips are computed from visits */
    ARCHIVE_AT_LEAST = 8,       /* counts are lower bounds: the anchor is open, or was aborted */
    ARCHIVE_TOO_SHORT = 16,     /* its visits are too short to be timed */
    ARCHIVE_UNLIKE = 32, /* visits that were not timed had a different number of trips than the
                            timed ones: its time is a lower bound */
};

/* Call paths: one region on one path of one lane. A parent's row is smaller than its child's. Times
 * are ns and inclusive. */
struct archive_nodes {
    size_t rows;
    ARCHIVE_NODES(ARCHIVE_MEMBER)
};

/* The loops of binaries: one row per region that is such a loop. */
struct archive_loops {
    size_t rows;
    ARCHIVE_LOOPS(ARCHIVE_MEMBER)
};

#define ARCHIVE_NATIVE_OWN "(measuring)"
#define ARCHIVE_STACKS_CUT "(unknown callers)" /* stands for callers that could not be found */

/* Functions of binaries that were not instrumented, so that nothing was counted in them. A place
 * may have one row for all libraries that were not selected, with binary "" and address 0; and one
 * for Triptych itself, named ARCHIVE_NATIVE_OWN, whose samples are not in pc_samples. */
struct archive_natives {
    size_t rows;
    ARCHIVE_NATIVES(ARCHIVE_MEMBER)
};

/* Sampled call paths, for programs without probes. Rows of a lane are routines on call paths; a row
 * comes after its parent. Samples inside Triptych have a row named ARCHIVE_NATIVE_OWN. */
struct archive_stacks {
    size_t rows;
    ARCHIVE_STACKS(ARCHIVE_MEMBER)
};

/* The instruction mix of functions and loops of binaries: one row per node and measure that is not
 * 0. */
struct archive_operations {
    size_t rows;
    ARCHIVE_OPERATIONS(ARCHIVE_MEMBER)
};

/* Dependences between the trips of watched loops (`triptych loops --dependences`), and a row of
 * kind `watched` for each such loop and place. */
struct archive_carried {
    size_t rows;
    ARCHIVE_CARRIED(ARCHIVE_MEMBER)
};

/* Objects that threads wait for: locks, barriers and so on, with their last or current holders. */
struct archive_objects {
    size_t rows;
    ARCHIVE_OBJECTS(ARCHIVE_MEMBER)
};

/* Lanes that were waiting when the run ended, or are waiting now. */
struct archive_waits {
    size_t rows;
    ARCHIVE_WAITS(ARCHIVE_MEMBER)
};

enum archive_activity_kind {
    ARCHIVE_THREAD = 1,
    ARCHIVE_IMPLICIT = 2, /* a task that is one thread's part of a parallel region */
    ARCHIVE_TASK = 3,
};

/* Activities: all threads, and tasks if they were logged. Times are ns. */
struct archive_activities {
    size_t rows;
    ARCHIVE_ACTIVITIES(ARCHIVE_MEMBER)
};

struct archive_dependences {
    size_t rows;
    ARCHIVE_DEPENDENCES(ARCHIVE_MEMBER)
};

enum archive_variable_how {
    ARCHIVE_COPIED = 1,
    ARCHIVE_COPIED_BACK = 2, /* and copied */
    ARCHIVE_SHARED = 3,
};

enum archive_variable_use {
    ARCHIVE_UNUSED = 1,
    ARCHIVE_RELAYED = 2, /* only blocks of `at` inside the block use it */
    ARCHIVE_ONE_ELEMENT = 3,
};

/* The variables that blocks of `async` and `at` take along, as the compiler knows them. Rows of one
 * region are together. */
struct archive_captures {
    size_t rows;
    ARCHIVE_CAPTURES(ARCHIVE_MEMBER)
};

/* Moves of activities between places by `#pragma tri`, if they were logged, in order of lanes and
 * start; and the variables that each took along. Times are ns. */
struct archive_moves {
    size_t rows;
    ARCHIVE_MOVES(ARCHIVE_MEMBER)
};

struct archive_variables {
    size_t rows;
    ARCHIVE_VARIABLES(ARCHIVE_MEMBER)
};

/* Each `finish` of `#pragma tri`, if they were logged, in the same order; and the activities that
 * were started in it, not counting those in a finish inside it. */
struct archive_finishes {
    size_t rows;
    ARCHIVE_FINISHES(ARCHIVE_MEMBER)
};

struct archive_participants {
    size_t rows;
    ARCHIVE_PARTICIPANTS(ARCHIVE_MEMBER)
};

/* Communicators of MPI, one row per member. Rows of one place are together. */
struct archive_communicators {
    size_t rows;
    ARCHIVE_COMMUNICATORS(ARCHIVE_MEMBER)
};

struct archive_members {
    size_t rows;
    ARCHIVE_MEMBERS(ARCHIVE_MEMBER)
};

enum archive_filtered {
    ARCHIVE_FILTERED_SEND = 1,
    ARCHIVE_FILTERED_RECEIVE = 2,
};

/* Messages between ranks, if they were logged: each receive with its send. Times are ns, on the
 * clock of the lanes. */
struct archive_messages {
    size_t rows;
    ARCHIVE_MESSAGES(ARCHIVE_MEMBER)
};

/* The kinds of collective operations, by what must have arrived before a process can leave them. */
enum archive_collective {
    ARCHIVE_COLLECTIVE,         /* of unknown kind */
    ARCHIVE_COLLECTIVE_BARRIER, /* all processes */
    ARCHIVE_COLLECTIVE_N_TO_N,  /* data of all, at all: Allreduce, Allgather, Alltoall,
                                   Reduce_scatter */
    ARCHIVE_COLLECTIVE_N_TO_1,  /* data of all, at the root: Reduce, Gather */
    ARCHIVE_COLLECTIVE_1_TO_N,  /* data of the root, at all others: Bcast, Scatter */
    ARCHIVE_COLLECTIVE_PREFIX,  /* data of all before it in the group: Scan, Exscan */
    ARCHIVE_COLLECTIVE_NEAR,    /* data of its neighbours: Neighbor_allgather, _alltoall */
};

/* Collective operations, if they were logged: one row per process that took part. Rows of one
 * instance are together, in order of their places; instances are in order of their start. Times are
 * ns, on the clock of the lanes. */
struct archive_collectives {
    size_t rows;
    ARCHIVE_COLLECTIVES(ARCHIVE_MEMBER)
};

/* The event logs, one row per file events-K: the kinds of events that it logs, its limit, and what
 * was dropped. */
struct archive_logs {
    size_t rows;
    ARCHIVE_LOGS(ARCHIVE_MEMBER)
};

/* Blocks of acts of a sealed archive, in order of lanes and start, each with the ranges of its
 * times and values, by which it can be skipped without decoding it: see archive/events/blocks.h.
 * Times are ns. */
struct archive_blocks {
    size_t rows;
    ARCHIVE_BLOCKS(ARCHIVE_MEMBER)
};

/* The encoded columns of blocks: EVENT_COLUMNS rows per block. See
 * archive/events/column_codec.h. */
struct archive_parts {
    size_t rows;
    ARCHIVE_PARTS(ARCHIVE_MEMBER)
};

/* The content of run.json. Text is never NULL. */
struct archive_run {
    bool known;   /* there is a run.json, and it can be read */
    bool running; /* according to run.json */
    bool has_status, has_signal;
    int status, signal;
    int pid; /* of `triptych run`; 0: not known, or the program was started directly */
    uint64_t start, end, real_start; /* ns; 0: not known */
    uint64_t seen;                   /* ns, as `start`: last sign of `triptych run`; 0: not known */
    char *version, *command, *cwd, *host, *started, *clock, *options;
    char *part_of, *query; /* of an excerpt: the archive that it was taken from, and the query; "":
                              it is none */
    char *script;          /* of a run of `triptych script`: the script; "": it is none */
    char *commit;          /* of the sources that it was run from; "": not known */
    bool has_part_time;    /* its time is known: */
    int64_t part_from, part_to; /* ns since the start of the run */
};

struct archive_strings {
    size_t rows;
    const uint64_t *offset; /* rows + 1 elements */
    const char *bytes;      /* each string ends with a zero byte before the next offset */
};

enum { ARCHIVE_TABLES = 25, ARCHIVE_PYRAMID_TABLES = 7 };

struct archive_events;
struct archive_clock_line;
struct gathered;

struct archive_intact;

struct archive {
    char *path;
    bool sealed;
    uint64_t skipped;              /* places whose description could not be read */
    uint64_t missing;              /* places that have a number but no folder */
    struct archive_intact *intact; /* files that differ from the manifest */
    bool lacks_events;             /* it is sealed, and the tables of its events are damaged */
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
    struct archive_stacks stacks;
    struct archive_operations operations;
    struct archive_carried carried;
    struct archive_captures captures;
    struct archive_moves moves; /* see archive_find_moves, also for the three tables behind it */
    struct archive_variables variables;
    struct archive_finishes finishes;
    struct archive_participants participants;
    bool matched;
    bool moved;  /* archive_find_moves was called */
    bool ranked; /* there is one MPI program, and its ranks name the places */
    struct archive_strings strings;
    struct archive_table tables[ARCHIVE_TABLES]; /* the same data, by name */
    struct archive_table
        string_table; /* owns what `strings` points to; its columns differ in length */
    struct archive_table
        event_table; /* of a sealed archive: encoded columns, which differ in length */
    struct archive_table sample_table;             /* see samples.h */
    struct archive_table cycle_table, shape_table; /* of a sealed archive: see cycle_table.h */
    struct archive_table
        pyramid_tables[ARCHIVE_PYRAMID_TABLES]; /* of a sealed archive: see pyramid.h */
    struct archive_events *events;              /* see archive_acts_of */
    struct gathered *gathered;                  /* gathered places, without folders; or NULL */
    struct archive_clock_line *lines; /* by row of places, if it is not sealed: see clocks.h */
};

struct archive_folder;

/* Opens the archive at a path; archive_read does the same for any folder. NULL with an error if
 * nothing can be read. A damaged archive is read as far as possible; the places' column
 * `damage`, `missing`, `skipped` and `intact` say what is missing. To be freed with
 * archive_close. */
struct archive *archive_open(const char *path, struct error *error);
struct archive *archive_read(const struct archive_folder *folder, const char *path,
                             struct error *error);
void archive_close(struct archive *archive);

/* Return the start and the end of the run, in ns of the archive's clock. If the end is not known,
 * archive_end returns the latest known time and sets *at_least: the run may have lasted longer. */
uint64_t archive_start(const struct archive *archive);
uint64_t archive_end(const struct archive *archive, bool *at_least);

/* Returns the zero of the times that users see: the start of the run; 0 for CPU time, where every
 * lane has its own. */
uint64_t archive_zero(const struct archive *archive);

/* Returns a text, as it was found, including control characters. Never NULL. */
const char *archive_text(const struct archive *archive, uint32_t string);

/* Write the name of a place, a lane or an activity. A place is named by its rank if ranks name the
 * places (others are "p3" then), otherwise by its number; a lane is PLACE.N, an activity PLACE-N.
 */
enum { ARCHIVE_NAME = 32 };
void archive_place_name(const struct archive *archive, uint32_t place, char name[ARCHIVE_NAME]);
void archive_lane_name(const struct archive *archive, uint32_t lane, char name[ARCHIVE_NAME]);
void archive_activity_name(const struct archive *archive, uint32_t place, uint32_t number,
                           char name[ARCHIVE_NAME]);

/* True if the run is one of `triptych script`: its places are nodes, its lanes cores. */
bool archive_is_script(const struct archive *archive);
const char *archive_place_word(const struct archive *archive); /* rank, place or node */

const struct archive_table *archive_table(const struct archive *archive,
                                          const char *name); /* NULL: none of this name */

/* An act: one logged visit of a node. */
enum archive_act_flag {
    ARCHIVE_ACT_UNFINISHED = 1, /* it has not ended: its end is that of its lane */
    ARCHIVE_ACT_ABORTED = 2,   /* it was ended from outside: longjmp, exit, the end of the thread */
    ARCHIVE_ACT_CONTINUED = 4, /* it was begun in the place that this one was forked from */
};

enum archive_act_told { /* which of an act's peers are known */
                        ARCHIVE_TOLD_SOURCE = 1,
                        ARCHIVE_TOLD_TARGET = 2,
                        ARCHIVE_TOLD_TAG = 4,
                        ARCHIVE_TOLD_COMMUNICATOR = 8,
};

enum { ARCHIVE_AFTER = 6 }; /* dependences that an act can have */

struct archive_act {
    uint64_t start, end; /* ns, on the clock of its lane */
    uint32_t node;       /* row; the root of a lane stands for the lane itself */
    uint32_t flags;      /* enum archive_act_flag */
    uint64_t trips;      /* of a loop that ended by itself; otherwise ARCHIVE_UNKNOWN */
    uint64_t bytes;      /* of an I/O statement */
    uint32_t file;       /* row of regions: the file or object that it used; 0: not known */
    uint32_t runs;       /* number of the activity that executed it */
    uint32_t activity;   /* the activity that it runs (task), created (spawn) or waited for (join);
                            ARCHIVE_NONE: none */
    uint32_t holder; /* activity that held the object that it waits for; ARCHIVE_NONE: none, or not
                        known */
    uint32_t after_count;
    uint32_t after[ARCHIVE_AFTER]; /* numbers of activities that the created one depends on */
    uint64_t held;                 /* of a release: ns for which the object was held */
    uint32_t told;                 /* enum archive_act_told: which of the following are known */
    uint32_t source,
        target;            /* rows of places of its messages; ARCHIVE_NONE: not known, or several */
    uint32_t tag;          /* as a signed number */
    uint32_t communicator; /* row */
    uint32_t sizes;        /* of a move in an unsealed archive: see archive_event_sizes */
};

/* The acts of a lane that touch the time from `from` to before `to`, in order of start, an act
 * before those inside it; the first one is the lane itself. In a running program, acts that began
 * after the archive was opened are not included. archive_acts_of returns NULL with an error if they
 * cannot be read; archive_acts_next returns false at the end. */
struct archive_acts;
struct archive_acts *archive_acts_of(const struct archive *archive, uint32_t lane, uint64_t from,
                                     uint64_t to, struct error *error);
bool archive_acts_next(struct archive_acts *acts, struct archive_act *act);
void archive_acts_free(struct archive_acts *acts);

/* Returns the number of filtered acts. *at_least: there may be more, of regions that
 * were throttled. */
uint64_t archive_acts_filtered(const struct archive *archive, bool *at_least);

/* True if the logs have all acts of the kinds that were to be logged, as far as is known. */
bool archive_acts_are_whole(const struct archive *archive);

/* Returns the number of damaged records in the logs, as far as they were read. */
uint64_t archive_acts_damage(const struct archive *archive);

/* The types of events: see format/act.h. */
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

/* The properties of an act, in the words of X-Eye's table of fields. */
struct archive_facts {
    enum archive_kind kind;
    uint32_t activity_place, activity; /* numbers; see archive_activity_name */
    uint32_t parent;     /* number of the activity that created it, in the same place; ARCHIVE_NONE:
                            none, or not known */
    uint32_t class_name; /* text: the file */
    uint32_t method_name; /* text: the routine, or the one around it; for a file, its name */
    uint32_t source_place,
        target_place;    /* numbers of places; ARCHIVE_NONE: not known, or several */
    uint32_t exec_place; /* number of a place */
    uint32_t start_position, end_position; /* lines */
};

struct archive_facts archive_facts_of(const struct archive *archive, const struct archive_act *act);
const char *archive_kind_word(enum archive_kind kind); /* "EXEC" */

/* True if a number of bytes of a region is meaningful: of I/O and messages, even if it is 0, except
 * regions with a note. */
bool archive_tells_bytes(const struct archive *archive, uint32_t region, uint64_t bytes);

/* The same of the bytes of one act, which may be known where those of others are not. */
bool archive_tells_act_bytes(const struct archive *archive, uint32_t region, uint64_t bytes);

/* Returns the bytes of a message, or of a part of a collective operation; 0 if they are not known.
 */
static inline uint64_t archive_sized(uint64_t bytes)
{
    return bytes == ARCHIVE_UNKNOWN ? 0 : bytes;
}

/* Fills the tables activities and dependences, once; a sealed archive has them. Without it, the
 * parents of tasks are not known. */
bool archive_find_activities(struct archive *archive, struct error *error);

/* Fills the tables messages and collectives, once; a sealed archive has them. */
bool archive_find_messages(struct archive *archive, struct error *error);

/* Fills the tables moves, variables, finishes and participants, once; a sealed archive has them. It
 * calls archive_find_activities. */
bool archive_find_moves(struct archive *archive, struct error *error);
/* True for a move that is a copy of elements of a distributed array by a call, which may be at the
 * same place. */
bool archive_move_is_access(const struct archive *archive, size_t move);

/* Writes the path of an activity (a row) from the first one: "main/queens.c:40#3" is the fourth
 * that main created at that line. It is the same in every run that does the same. Returns its
 * length, of which at most size - 1 characters were written. */
size_t archive_activity_path(const struct archive *archive, uint32_t activity, char *text,
                             size_t size);

/* Fills event_blocks and the tables behind it, cycles, activities and dependences, as sealing
 * would, once; a sealed archive has them. They are in unnamed files below TMPDIR. Fails with an
 * error if *stop (NULL: never) becomes true meanwhile. Damaged records of a log are skipped and
 * counted by archive_acts_damage. */
bool archive_find_events(struct archive *archive, const atomic_bool *stop,
                         struct progress *progress, struct error *error);

/* Returns the row of an activity, or ARCHIVE_NONE. */
uint32_t archive_activity(const struct archive *archive, uint32_t place, uint32_t number);

/* True if a node is a loop of the region above it: its time is part of that region's exclusive
 * time. */
bool archive_is_own_loop(const struct archive *archive, uint32_t node);

/* True for a routine that was not measured, but contains something that was. */
bool archive_is_only_named(const struct archive *archive, uint32_t region);

/* Seals an archive whose run has ended: makes it smaller and faster to read by replacing places by
 * tables, and copies the source files. It may be interrupted and repeated at any time. Fails while
 * a process of the run is running, unless its measuring was stopped. */
bool archive_seal(const char *path, struct progress *progress, struct error *error);

#endif
