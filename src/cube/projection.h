/* projection.h: What × When × Where, cut to two of the three: what every display draws. */
#ifndef CUBE_PROJECTION_H
#define CUBE_PROJECTION_H

#include "archive/archive.h"
#include "cube/cycles.h"
#include "cube/lanes.h"
#include "util/buffer.h"
#include "util/progress.h"

enum projection_subject {
    PROJECTION_UTILISATION,   /* what: the classes of time; how much: their share */
    PROJECTION_COMMUNICATION, /* what: messages by kind, or sites; how much: bytes, or messages */
    PROJECTION_EXECUTION,     /* what: routines, loops, tasks; how much: time, visits or waits */
};

enum projection_axes {
    PROJECTION_WHAT_WHEN,  /* a row per what, a column per cycle */
    PROJECTION_WHEN_WHERE, /* a row per lane, a column per cycle; all chosen whats together */
    PROJECTION_WHAT_WHERE, /* a row per what, a column per lane */
};

enum projection_measure {
    PROJECTION_USUAL, /* the subject's first one: time, bytes, time */
    PROJECTION_TIME,
    PROJECTION_VISITS, /* ParaGraph's reductions */
    PROJECTION_WAITS,  /* and suspensions */
    PROJECTION_BYTES,
    PROJECTION_MESSAGES, /* each counts at both ends */
    PROJECTION_SENT,     /* messages, where they are sent */
    PROJECTION_RECEIVED, /* where they are received */
    PROJECTION_BYTES_SENT,
    PROJECTION_BYTES_RECEIVED,
};

/* What makes two messages the same what. */
enum projection_by {
    PROJECTION_BY_USUAL, /* the kind, if single messages are known; else the site */
    PROJECTION_BY_KIND,  /* the function that sent them: MPI_Isend, MPI_Bcast */
    PROJECTION_BY_SITE,  /* the call in the source; files, too */
    PROJECTION_BY_SIZE,  /* powers of two */
};

/* Whether it is measured by single messages. */
bool projection_is_one_way(enum projection_measure measure);

struct projection_request {
    enum projection_subject subject;
    enum projection_axes axes;
    enum projection_measure measure;
    enum projection_by by; /* of communication */
    bool collective;       /* of a matrix: of collective operations, in bytes */
    struct cycles_range range;
    const char *const *whats; /* patterns such as "routine:solve*", "solve*", "class:idle" */
    size_t what_count;        /* 0: all */
    struct lanes_span span;
    size_t most_whats;  /* those with less become one row, "others"; 0: no limit */
    size_t most_cycles; /* neighbouring cycles are put together until there are so many; 0: none */
    size_t most_lanes;  /* the same for lanes */
};

struct projection_item {
    char *label;     /* as people read it: "solve (cg.c:17)", "idle", "0.3", "0.16-0.31" */
    uint32_t region; /* row, of a what that is a region; else ARCHIVE_NONE */
    uint32_t class;  /* enum cycles_class, of a what that is one; else CYCLES_CLASSES */
    uint32_t lane;   /* row of the first lane, of a where; else ARCHIVE_NONE */
    uint32_t lanes;  /* put together in it */
    const char *way; /* "sent", "received": of a what that is messages; else NULL */
    double total;    /* of the row or column */
};

/* Values: of time, a share of the lanes' time in that column: 0 to 1 (WHAT_WHEN, WHEN_WHERE), or
 * seconds (WHAT_WHERE); of anything else, a number per cell. Merged cells: the mean share, the sum
 * of numbers. NaN: the lane was not there at that time, or it is not known what it did. */
struct projection {
    size_t rows, columns;
    struct projection_item *row;
    struct projection_item *column; /* of lanes; NULL where columns are cycles */
    double *value;                  /* rows × columns */
    bool *unknown;          /* the same, of WHEN_WHERE: a lane was there, but it is not known
                               what it did, and the value is NaN; NULL: this is nowhere so */
    uint64_t zero;          /* ns: the run's start, the zero of what people read */
    uint64_t start, length; /* ns: of the first cycle, and of each */
    const char *unit;       /* "of the time", "s", "bytes", "visits", "messages sent" ... */
    const char *by;         /* "kind", "call site", "size", "class", "region" */
    double most;            /* the largest value */
    enum cycles_source source;
    struct buffer missing; /* of what is made of events: which of them are missing; or empty */
    uint64_t merged_cycles, merged_lanes; /* put together in one cell; 1: none */
    size_t hidden_whats;                  /* in "others" */
    /* Of a matrix of ranks: messages that are not in it, as one end is another rank's or not known;
     * and of those that are, how many no receive was found for. */
    uint64_t outside, unreceived;
};

/* NULL with an error: there is nothing to draw, and why, and what to do. */
struct projection *projection_new(const struct archive *archive,
                                  const struct projection_request *request,
                                  struct progress *progress, struct error *error);
void projection_free(struct projection *projection);

#endif
