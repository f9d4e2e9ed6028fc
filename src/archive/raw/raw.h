/* raw.h: reading what measured processes write, while they write it or after they are gone.
 *
 * Everything is copied once and then checked; whatever makes no sense is left out and counted as
 * damage. */
#ifndef ARCHIVE_RAW_RAW_H
#define ARCHIVE_RAW_RAW_H

#include "archive/archive.h"
#include "archive/events/events.h"
#include "archive/table/folder.h"
#include "archive/time/ticks.h"
#include "format/place.h"
#include "util/interned.h"

enum { RAW_PATH = 64 }; /* of a file below the archive: "places/4294967295/profile-4294967295" */

/* What is known of a region in one process. */
enum raw_fact {
    RAW_UNTIMED = 1,  /* its times are incomplete, on all call paths */
    RAW_FILTERED = 2, /* the filter left out all its visits */
    RAW_OFF = 4,      /* it was not measured */
    RAW_CARRIER = 8,  /* nor was it to be, but it counts light regions that are */
};

/* What is known of one process. */
struct raw_place {
    struct format_place record;
    struct moments moments;
    const struct raw_place *zero; /* rank 0, or the first place, if it is known how this clock
                                     stands to that one */
    bool by_day;                  /* and that is known by the time of day alone */
    uint64_t within;              /* ns: how well it is known */
    bool alive;
    uint32_t job_first;   /* of a rank: the smallest number of a place of its job */
    uint64_t now;         /* ticks, when alive */
    uint64_t latest;      /* the latest tick seen anywhere */
    uint64_t replaced_at; /* CLOCK_MONOTONIC: the start of the place that took its process over; 0:
                             none */
    uint64_t died;        /* CLOCK_MONOTONIC: when it was known to have ended; 0: never */
    uint64_t seen;        /* the same, by `triptych run` */
    uint64_t reaped;      /* the same, by its parent */
    uint32_t signal;      /* of what; 0: not known */
    uint64_t sent;        /* a bit for each signal that another process of the run sent it */
    size_t region_count;  /* raw rows; row 0 is the lane itself */
    uint32_t *rows; /* raw row of a region -> row of the table regions; ARCHIVE_NONE: not there */
    uint8_t *facts; /* raw row of a region -> enum raw_fact */
    uint32_t *callers; /* raw row of a region -> string: who called the site; 0: not known */
    uint32_t *files;   /* numbers of the profiles: profile-K */
    uint64_t *used;    /* records of each when reading began */
    size_t *logs;      /* the event log of each: its number in the archive's events plus 1, or 0 */
    size_t file_count;
    uint64_t making; /* ticks that went into making nodes */
    uint64_t bad_regions, bad_records, bad_files, bad_communicators;
    uint64_t cut_files, lost_files, lost_lanes, changed_files;
    uint64_t pc_samples;
    uint64_t bad_plans, bad_contexts;
    uint64_t bad_flows;   /* contexts whose counters are not those of one flow */
    uint64_t open_flows;  /* the same, of threads that were killed, or go on */
    uint64_t open_trees;  /* such threads, and loops that were left in the middle */
    uint64_t open_lanes;  /* of these, threads */
    struct interned *met; /* names of objects, without number */
    uint32_t *met_count;
    size_t met_room;
    struct raw_wait *waits;
    size_t wait_count, wait_room;
    struct raw_estimate *estimates;
    size_t estimate_count, estimate_room;
    size_t first_lane,
        first_node; /* rows of the archive's tables from which they are this place's */
};

/* A lane that waits. */
struct raw_wait {
    uint32_t lane; /* row */
    uint32_t file; /* profile-K */
    size_t record; /* of the profile */
    uint64_t object;
};

/* A part of a node's time that was estimated. */
struct raw_estimate {
    uint32_t node; /* row */
    uint64_t ns;
};

struct addresses;
struct loops_binaries;

struct raw_reader {
    const struct folder *folder;
    struct archive *archive;
    struct interned *strings, *regions;
    struct interned *routines; /* (name, file, folder) of the routines */
    uint32_t *routine_rows;    /* of these: rows of the table regions */
    size_t routine_room;
    struct interned *routine_files; /* (file, folder) of those whose last line is known */
    uint32_t *file_routines;        /* of each: row of the last such routine; 0: none */
    size_t file_room;
    uint32_t *next_routine; /* by row: another one of the same file; 0: none */
    size_t next_room;
    struct interned *notes; /* that tell callers, behind the module of the site; NULL: none yet */
    uint32_t *callers;      /* of these: strings */
    size_t callers_room;
    struct addresses *addresses;     /* NULL: none was looked for yet */
    struct loops_binaries *binaries; /* NULL: there are none yet */
    struct source_files *sources;    /* the same */
    struct raw_place *places;
    size_t place_count;
    uint64_t missing; /* places that have a number and no folder */
    uint64_t skipped; /* folders below places/ without a description that can be read */
    bool newer;       /* one of them was made by a newer version */
};

/* Finds the places and reads their descriptions: ranks in their order, then the others in that of
 * their numbers. */
void raw_find_places(struct raw_reader *reader);

/* What their parents told of the end of processes; after raw_find_places. */
void raw_find_deaths(struct raw_reader *reader);

/* The row of the table places, once regions and profiles are there. */
void raw_add_place(struct raw_reader *reader, struct raw_place *place);

void raw_find_profiles(const struct raw_reader *reader, struct raw_place *place);
void raw_read_regions(struct raw_reader *reader, struct raw_place *place);
void raw_read_profiles(struct raw_reader *reader, struct raw_place *place);

/* Whether the process is the only one, and the one that `triptych run` started: it was there as
 * long as the run went on. */
bool raw_is_command(const struct raw_reader *reader, const struct raw_place *place);

/* The newest tick at which a process is known to have been there, whose end is not known: by what
 * it wrote, by what `triptych run` saw of it, and by the times of its files. */
uint64_t raw_newest(const struct raw_reader *reader, const struct raw_place *place);

/* Adds an estimate to the time of a node. */
void raw_add_estimate(struct raw_reader *reader, struct raw_place *place, uint32_t node,
                      uint64_t ns);

/* Reduces estimates where more time was estimated inside a region than the region itself took: a
 * single visit that lost its core and happened to be timed stands for thousands of others. When
 * all open visits have their time. */
void raw_limit_estimates(struct raw_reader *reader, const struct raw_place *place);

/* Gives the open visits of a place their time, when all its profiles were read. */
void raw_close_visits(struct raw_reader *reader, struct raw_place *place);

/* What was counted in binaries; after raw_close_visits. */
void raw_read_loops(struct raw_reader *reader, struct raw_place *place);

/* What threads wait for, and the lanes that wait; after raw_close_visits. */
void raw_read_objects(struct raw_reader *reader, struct raw_place *place);

/* Finds files that are cut off, missing, or not as the run left them; when the profiles were read.
 */
void raw_check_files(const struct raw_reader *reader, struct raw_place *place);

/* Of a rank of MPI. */
void raw_read_communicators(struct raw_reader *reader, struct raw_place *place);

/* Rows of the table samples, when lanes and regions are there. */
void raw_read_samples(struct raw_reader *reader, const struct raw_place *place);

/* For looking addresses up. */
struct addresses *raw_addresses(struct raw_reader *reader);

/* Text in a fixed field, which may lack its end. */
uint32_t raw_field(struct raw_reader *reader, const char *field, size_t size);

/* All of it: the tables of the archive. False when there is nothing to read. */
bool raw_read(const struct folder *folder, struct archive *archive, struct error *error);

#endif
