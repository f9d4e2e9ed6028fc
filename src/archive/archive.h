/* archive.h: what a run left, as tables: of a run that goes on, was cut off, has ended, or was
 * sealed. */
#ifndef ARCHIVE_ARCHIVE_H
#define ARCHIVE_ARCHIVE_H

#include "archive/table.h"
#include "util/error.h"
#include "util/progress.h"

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
};

enum archive_place_state {
    ARCHIVE_RUNNING,
    ARCHIVE_EXITED,
    ARCHIVE_REPLACED, /* by exec: a later place is the same process */
    ARCHIVE_CUT,      /* killed or crashed */
    ARCHIVE_STOPPED,  /* measuring stopped; why says why */
};

/* Times of places and lanes are ns of CLOCK_MONOTONIC. */
struct archive_places {
    size_t rows;
    uint32_t *number, *pid, *parent_pid;
    uint32_t *parent; /* number of the place it was forked from, or ARCHIVE_NONE */
    uint32_t *clock;  /* enum format_clock */
    uint32_t *state;  /* enum archive_place_state */
    uint8_t *alive;   /* its process is there, whether measured on or not */
    uint32_t *error;  /* errno of what stopped it */
    uint64_t *start, *end, *real_start;
    uint64_t *making; /* ns that went into making nodes */
    uint32_t *host, *program, *command, *why;
    uint32_t *damage; /* a sentence on what could not be read, or "" */
    double *cost_clock, *cost_pair, *cost_inside, *cost_count; /* of a probe, ns */
};

struct archive_lanes {
    size_t rows;
    uint32_t *place; /* row */
    uint32_t *number, *name;
    uint64_t *tid;
    uint64_t *start, *end; /* on the place's clock: for CPU time, each lane has its own zero */
    uint8_t *running;
    uint8_t *at_least; /* the end is not known: what is open took at least the time given */
    uint8_t *forked;   /* its open regions were begun in the place this one was forked from */
};

/* Call paths: one region on one path of one lane. A parent's row is smaller than its child's. Times
 * are ns. */
struct archive_nodes {
    size_t rows;
    uint32_t *lane, *region;
    uint32_t *parent; /* row; ARCHIVE_NONE for the root of a lane, whose region is 0 */
    uint8_t *timed;   /* 0: only counted, no time is known */
    uint64_t *count;
    uint64_t *time;      /* of all visits that have ended */
    uint64_t *min, *max; /* of a visit; min is ARCHIVE_UNKNOWN when none has ended */
    uint32_t *open;      /* visits that go on */
    uint64_t *open_time; /* of these, so far */
    uint64_t *trips, *trips_min, *trips_max;
    uint64_t *bytes;
    uint64_t *left; /* visits that were ended from outside */
};

/* What run.json says. Text is never NULL. */
struct archive_run {
    bool known;   /* there is a run.json and it can be read */
    bool running; /* so it says */
    bool has_status, has_signal;
    int status, signal;
    uint64_t start, end, real_start; /* ns; 0: not known */
    char *version, *command, *cwd, *host, *started, *clock, *options;
};

struct archive_strings {
    size_t rows;
    const uint64_t *offset; /* rows + 1 */
    const char
        *bytes; /* each string ends with a zero byte, which is the last before the next offset */
};

enum { ARCHIVE_TABLES = 4 };

struct archive {
    char *path;
    bool sealed;
    uint64_t skipped; /* places of which not even the description could be read */
    struct archive_run run;
    struct archive_regions regions;
    struct archive_places places;
    struct archive_lanes lanes;
    struct archive_nodes nodes;
    struct archive_strings strings;
    struct table tables[ARCHIVE_TABLES]; /* the same data, by name */
    struct table string_table; /* owns what `strings` points to; its columns differ in length */
};

struct folder;

/* NULL with an error when nothing can be said of it. What can be read of a damaged archive is read;
 * the places' column `damage` says what is missing. */
struct archive *archive_open(const char *path, struct error *error);
struct archive *archive_read(const struct folder *folder, const char *path, struct error *error);
void archive_close(struct archive *archive);

/* Zero-terminated, as it was found: control characters and all. */
const char *archive_text(const struct archive *archive, uint32_t string);

const struct table *archive_table(const struct archive *archive, const char *name); /* NULL: none */

/* Makes a run that has ended smaller and faster to read: tables instead of places, and copies of
 * the source files. May be interrupted and repeated at any moment. Fails while a process of the run
 * is alive. */
bool archive_seal(const char *path, struct progress *progress, struct error *error);

#endif
