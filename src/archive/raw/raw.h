/* raw.h: reads what measured processes write, while they write it or after they have ended.
 *
 * Each process has a folder places/P/ (format/place.h). struct archive_raw_reader goes through them
 * once, and fills the tables of struct archive (archive.h) place by place:
 *
 *   place, deaths/        -> archive_raw_place  description, state, clock
 *   profile-K (header)    -> files, used, logs  how far each profile and log will be read
 *   regions, strings      -> regions            each region of the archive once, whatever its place
 *   profile-K, lights     -> lanes, nodes       and the open visits' times so far
 *   modules, loops-K      -> nodes, loops       loops that were counted in binaries (archive/loops)
 *   stacks-K              -> stacks             sampled call paths
 *   objects, communicators, members, samples -> tables of the same names
 *
 * A process numbers its regions itself ("raw rows"); `rows` of its archive_raw_place maps them to
 * rows of the table regions. Everything is copied once and then checked: a record that makes no
 * sense is not used, and counted as damage. */
#ifndef ARCHIVE_RAW_RAW_H
#define ARCHIVE_RAW_RAW_H

#include "archive/archive.h"
#include "archive/events/events.h"
#include "archive/table/folder.h"
#include "archive/time/ticks.h"
#include "format/place.h"
#include "util/interned.h"

enum {
    RAW_PATH = 64
}; /* longest path of a file below the archive: "places/4294967295/profile-4294967295" */

/* Facts about a region in one process. */
enum archive_raw_fact {
    RAW_UNTIMED = 1,  /* its times are incomplete, on all call paths */
    RAW_FILTERED = 2, /* all of its visits were filtered */
    RAW_OFF = 4,      /* it was not measured */
    RAW_CARRIER = 8,  /* excluded or skipped as hot, but its probe counts light regions */
};

/* One process, while it is read. */
struct archive_raw_place {
    struct format_place record;
    struct archive_ticks moments;
    const struct archive_raw_place *zero; /* rank 0, or else the first place, if the offset of this
                                     clock to that one is known */
    bool by_day;                          /* and that offset is known only from the time of day */
    uint64_t within;                      /* ns: how accurate the offset is */
    bool alive;
    uint32_t job_first; /* of a rank: the smallest place number in its job */
    uint64_t now;       /* tick at which the place was read, if it was alive */
    uint64_t latest;    /* the latest tick in any of its files */
    uint64_t
        replaced_at;     /* CLOCK_MONOTONIC: start of the place that replaced it by exec; 0: none */
    uint64_t died;       /* CLOCK_MONOTONIC: when its end was first noticed; 0: never */
    uint64_t seen;       /* the same: when `triptych run` noticed its end */
    uint64_t reaped;     /* the same: when its parent did */
    uint32_t signal;     /* the signal that ended it; 0: none, or not known */
    uint64_t sent;       /* bit N is set if another process of the run sent it signal N */
    size_t region_count; /* raw rows; row 0 stands for the lane itself */
    uint32_t *rows;      /* by raw row: row of the table regions; ARCHIVE_NONE: damaged */
    uint8_t *facts;      /* by raw row: enum archive_raw_fact */
    uint32_t *callers;   /* by raw row: string with the callers of a call site; 0: not known */
    uint32_t *files;     /* numbers of its profiles: profile-K */
    uint64_t *used;      /* by profile: number of records when reading began */
    size_t *logs; /* by profile: number of its event log in the archive's events plus 1; 0: none */
    size_t file_count;
    uint64_t making; /* ticks that creating nodes took */
    uint64_t bad_regions, bad_records, bad_files, bad_communicators;
    uint64_t truncated_files, lost_files, lost_lanes, changed_files;
    uint64_t pc_samples;
    bool is_sampled; /* contexts of binaries have samples */
    uint64_t bad_plans, bad_contexts;
    uint64_t bad_flows;   /* contexts whose counters contradict each other */
    uint64_t open_flows;  /* such contexts of threads that were killed or are running */
    uint64_t open_trees;  /* threads with unknown open calls, plus loops that were left before their
                             end */
    uint64_t open_lanes;  /* these threads alone */
    struct interned *met; /* names of objects, without the numbers that tell equal ones apart */
    uint32_t *met_count;
    size_t met_room;
    struct archive_raw_wait *waits;
    size_t wait_count, wait_room;
    struct archive_raw_estimate *estimates;
    size_t estimate_count, estimate_room;
    size_t first_lane, first_node; /* first rows of this place in lanes and nodes */
};

/* A lane that waits for an object. */
struct archive_raw_wait {
    uint32_t lane; /* row */
    uint32_t file; /* profile-K */
    size_t record; /* the lane's record in that profile */
    uint64_t object;
};

/* An estimated part of a node's time. */
struct archive_raw_estimate {
    uint32_t node; /* row */
    uint64_t ns;
};

struct addresses;
struct archive_line_comments;
struct loops_binaries;

struct archive_raw_reader {
    const struct archive_folder *folder;
    struct archive *archive;
    struct interned *strings, *regions;
    struct interned *routines; /* routines as (name, file, folder) */
    uint32_t *routine_rows;    /* by routine: row of the table regions */
    size_t routine_room;
    struct interned *routine_files; /* (file, folder) of routines whose last line is known */
    uint32_t *file_routines;        /* by such file: row of its last such routine; 0: none */
    size_t file_room;
    uint32_t *next_routine; /* by row of a routine: the one before it in the same file; 0: none */
    size_t next_room;
    struct interned
        *notes;        /* notes with callers, each behind the module of its site; NULL: none yet */
    uint32_t *callers; /* by note: string */
    size_t callers_room;
    struct raw_buffer_names *buffer_names;       /* of MPI calls; NULL: none yet */
    struct addresses *addresses;                 /* NULL: not needed yet */
    struct archive_line_comments *line_comments; /* NULL: not needed yet */
    struct loops_binaries *binaries;             /* the same */
    struct source_files *sources;                /* the same */
    struct archive_raw_place *places;
    size_t place_count;
    uint64_t missing; /* places that have a number but no folder */
    uint64_t skipped; /* folders below places/ whose description cannot be read */
    size_t node_room; /* rows of nodes that are allocated */
    bool newer;       /* one of these was made by a newer version of Triptych */
};

#define ARCHIVE_NAMED_JOB UINT64_C(0x6e616d65) /* of places that have names, but no ranks */

/* Finds the places and reads their descriptions: ranks in order of job and rank, then the others in
 * order of their numbers. */
void archive_raw_find_places(struct archive_raw_reader *reader);

/* Forgets forked places in which nothing was counted. */
void archive_raw_drop_unused(struct archive_raw_reader *reader);

/* Reads when and by which signal processes ended, as their parents and `triptych run` recorded it.
 * To be called after archive_raw_find_places. */
void archive_raw_find_deaths(struct archive_raw_reader *reader);

/* Adds the place's row to the table places, after everything else of the place was read. */
void archive_raw_add_place(struct archive_raw_reader *reader, struct archive_raw_place *place);

/* Finds the place's profiles and event logs, and how many records each has now. */
void archive_raw_find_profiles(const struct archive_raw_reader *reader,
                               struct archive_raw_place *place);
/* Adds the place's regions to the table regions. To be called after archive_raw_find_profiles: then
 * every region that a record names has been read. */
void archive_raw_read_regions(struct archive_raw_reader *reader, struct archive_raw_place *place);
/* The functions and loops that were counted in the binaries of a place. */
struct archive_raw_loops;

/* Adds the place's lanes and nodes. To be called after archive_raw_read_regions. `loops`: what was
 * counted in binaries, whose nodes may be above or below others; NULL: nothing. */
void archive_raw_read_profiles(struct archive_raw_reader *reader, struct archive_raw_place *place,
                               struct archive_raw_loops *loops);

/* True if the process is the only one and was started by `triptych run`: then it lived as long as
 * the run. */
bool archive_raw_is_command(const struct archive_raw_reader *reader,
                            const struct archive_raw_place *place);

/* Returns the newest tick at which a process whose end is not known was still there: from its
 * records, from the samples and the pulse of `triptych run`, and from the times of its files. */
uint64_t archive_raw_newest(const struct archive_raw_reader *reader,
                            const struct archive_raw_place *place);

/* Adds an estimated time to a node, and remembers that it is an estimate. */
void archive_raw_add_estimate(struct archive_raw_reader *reader, struct archive_raw_place *place,
                              uint32_t node, uint64_t ns);

/* Raises estimates that are below the time measured inside their nodes, and reduces estimates where
 * the nodes inside a region would take longer than the region itself: a timed visit that happened
 * to lose its core stands for thousands of others. To be called when all open visits have their
 * times. */
void archive_raw_limit_estimates(struct archive_raw_reader *reader,
                                 const struct archive_raw_place *place);

/* Sets the times so far of the place's open visits, and the ends of its lanes, after all its
 * profiles were read. */
void archive_raw_close_visits(struct archive_raw_reader *reader, struct archive_raw_place *place);

/* Raises the end of a lane that is not known, and that of its place: the lane lasted at least so
 * long, in ns. To be called after archive_raw_close_visits. */
void archive_raw_lane_lasts(struct archive_raw_reader *reader, struct archive_raw_place *place,
                            uint32_t lane, uint64_t ns);

/* Marks counts as lower bounds where a visit may have been open that is counted at its end only. To
 * be called after archive_raw_close_visits. */
void archive_raw_mark_hidden_visits(struct archive_raw_reader *reader,
                                    const struct archive_raw_place *place);

/* Begins to read what was counted in binaries, before the profiles are read; NULL if that is
 * nothing. To be ended with archive_raw_read_loops. */
struct archive_raw_loops *archive_raw_begin_loops(struct archive_raw_reader *reader,
                                                  struct archive_raw_place *place);

/* While a profile is read: begins its file, which is the index-th of the place; tells the row of a
 * lane's root. */
void archive_raw_begin_crossings(struct archive_raw_loops *loops, size_t index);
void archive_raw_tell_root(struct archive_raw_loops *loops, uint32_t lane, uint32_t row);

/* Returns the row of the node of a context, or of its loop if that is known, made if needed: `loop`
 * as in FORMAT_CROSSING_LOOP. ARCHIVE_NONE: it is not known. */
uint32_t archive_raw_crossing_row(struct archive_raw_loops *loops, uint32_t context, uint32_t loop);

/* Notes that the node at `row` was visited by that context, or is below the root if it is 0;
 * returns a number for it, which is not 0. */
uint32_t archive_raw_crossing_top(struct archive_raw_loops *loops, uint32_t row, uint32_t context,
                                  uint32_t loop);
/* Notes that a context was made below the node at `row`, which is or is in that top; 0: none. */
void archive_raw_crossing_back(struct archive_raw_loops *loops, uint32_t context, uint32_t row,
                               uint32_t top);

/* Adds nodes for the functions and loops that were counted in binaries, and frees `loops`, which
 * may be NULL. To be called after archive_raw_close_visits. */
void archive_raw_read_loops(struct archive_raw_loops *loops);

/* Adds a row of zeros to the table nodes; returns it. */
uint32_t archive_raw_new_node(struct archive_raw_reader *reader);

/* Adds the objects that threads wait for, and the lanes that wait. To be called after
 * archive_raw_close_visits. */
void archive_raw_read_objects(struct archive_raw_reader *reader, struct archive_raw_place *place);

/* Counts files that are truncated, missing or changed since the run, after the profiles were
 * read. */
void archive_raw_check_files(const struct archive_raw_reader *reader,
                             struct archive_raw_place *place);

/* Adds the communicators of a rank and their members. */
void archive_raw_read_communicators(struct archive_raw_reader *reader,
                                    struct archive_raw_place *place);

/* Finds which data the calls of MPI send and receive, from the source and from the names of
 * buffers, after all places were read. */
void archive_raw_find_data(struct archive_raw_reader *reader);

/* Adds rows to the table samples, after lanes and regions. */
void archive_raw_read_samples(struct archive_raw_reader *reader,
                              const struct archive_raw_place *place);

/* Adds rows to the table stacks, after the lanes. */
void archive_raw_read_stacks(struct archive_raw_reader *reader, struct archive_raw_place *place);

/* Returns the reader's resolver of addresses, made at the first call. */
struct addresses *archive_raw_addresses(struct archive_raw_reader *reader);

/* Interns a text in a fixed field, which has no zero byte if it fills the field. */
uint32_t archive_raw_field(struct archive_raw_reader *reader, const char *field, size_t size);

/* Reads an unsealed archive: fills all its tables. False with an error if there are no
 * measurements. */
bool archive_raw_read(const struct archive_folder *folder, struct archive *archive,
                      struct error *error);

#endif
