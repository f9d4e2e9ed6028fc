/* projection.h: What × When × Where, reduced to two of the three: the data behind every display. */
#ifndef CUBE_PROJECTION_H
#define CUBE_PROJECTION_H

#include "archive/archive.h"
#include "cube/cycles.h"
#include "cube/lanes.h"
#include "util/buffer.h"
#include "util/progress.h"

enum cube_projection_subject {
    PROJECTION_UTILISATION,   /* what: the classes of time; how much: their share */
    PROJECTION_COMMUNICATION, /* what: messages by kind or call site; how much: bytes or messages */
    PROJECTION_EXECUTION,     /* what: routines, loops, tasks; how much: time, visits or waits */
};

enum cube_projection_axes {
    PROJECTION_WHAT_WHEN,  /* a row per what, a column per cycle */
    PROJECTION_WHEN_WHERE, /* a row per lane, a column per cycle; sums over all selected whats */
    PROJECTION_WHAT_WHERE, /* a row per what, a column per lane */
};

enum cube_projection_measure {
    PROJECTION_USUAL, /* the subject's default: time, bytes, time */
    PROJECTION_TIME,
    PROJECTION_VISITS, /* ParaGraph's reductions */
    PROJECTION_WAITS,  /* and suspensions */
    PROJECTION_BYTES,
    PROJECTION_MESSAGES, /* each counts at both ends */
    PROJECTION_SENT,     /* messages, counted where they are sent */
    PROJECTION_RECEIVED, /* messages, counted where they are received */
    PROJECTION_BYTES_SENT,
    PROJECTION_BYTES_RECEIVED,
};

/* The ways to group messages into whats. */
enum cube_projection_by {
    PROJECTION_BY_USUAL, /* by kind, if single messages are known; else by call site */
    PROJECTION_BY_KIND,  /* by the function that sent them: MPI_Isend, MPI_Bcast */
    PROJECTION_BY_SITE,  /* by call site in the source; includes files */
    PROJECTION_BY_SIZE,  /* by size, in powers of two */
};

/* True if the measure counts single messages. */
bool cube_projection_is_one_way(enum cube_projection_measure measure);
/* True if the measure adds up bytes. */
bool cube_projection_is_of_bytes(enum cube_projection_measure measure);

/* The data that a display asks for. */
struct cube_projection_request {
    enum cube_projection_subject subject;
    enum cube_projection_axes axes;
    enum cube_projection_measure measure;
    enum cube_projection_by by; /* of communication */
    bool collective;            /* of a matrix: collective operations, in bytes */
    struct cube_cycles_range range;
    const char *const *whats;        /* patterns such as "routine:solve*", "solve*", "class:idle" */
    size_t what_count;               /* 0: all */
    struct cube_lanes_choice chosen; /* no items: all lanes */
    size_t most_whats;  /* the smallest ones beyond this are merged into "others"; 0: no limit */
    size_t most_cycles; /* neighbouring cycles are merged until there are at most that many; 0: no
                           limit */
    size_t most_lanes;  /* likewise for lanes */
};

/* A row or column. */
struct cube_projection_item {
    char *label;     /* for people: "solve (cg.c:17)", "idle", "0.3", "0.16-0.31" */
    uint32_t region; /* row, of a what that is a region; else ARCHIVE_NONE */
    uint32_t class;  /* enum archive_cycles_class, of a what that is a class; else CYCLES_CLASSES */
    uint32_t lane;   /* row of the first lane, of a where; else ARCHIVE_NONE */
    uint32_t lanes;  /* number of lanes merged in it */
    const char *way; /* "sent" or "received", of a what that is messages; else NULL */
    double total;    /* of the row or column */
};

/* The result. Values of time are shares of the lanes' time in that column, 0 to 1 (WHAT_WHEN,
 * WHEN_WHERE), or seconds (WHAT_WHERE); other values are numbers per cell. Merged cells have the
 * mean share, or the sum of numbers. NaN: the lane did not exist then, or what it did is
 * unknown. */
struct cube_projection {
    size_t rows, columns;
    struct cube_projection_item *row;
    struct cube_projection_item *column; /* of lanes; NULL if columns are cycles */
    double *value;                       /* rows × columns */
    bool *unknown; /* rows × columns, of WHEN_WHERE: the lane existed, but what it did is unknown,
                      and the value is NaN; NULL: nowhere */
    uint64_t zero; /* ns: start of the run, the zero of displayed times */
    uint64_t start, length; /* ns: start of the first cycle, length of each */
    const char *unit;       /* "of the time", "s", "bytes", "visits", "messages sent" ... */
    const char *by;         /* "kind", "call site", "size", "class", "what" */
    double most;            /* the largest value */
    enum cube_cycles_source source;
    struct buffer missing; /* which events are missing, of a result made from events; or empty */
    uint64_t merged_cycles, merged_lanes; /* merged in one cell; 1: none */
    size_t hidden_whats;                  /* merged in "others" */
    /* In a matrix of ranks: messages that are not in it, because one end is another rank's or
     * unknown; and messages in it without a matching receive. */
    uint64_t outside, unreceived;
    /* Of bytes: messages (if both sent and received ones count, ends of messages) that count as 0
     * because theirs are not known; in a matrix of collective operations, those that are not in it
     * for that reason. And call sites of which some are not known, if no single messages count. */
    uint64_t unsized, unsized_sites;
    uint64_t moves, unsized_moves; /* of a matrix: one-sided operations, and those among them */
    /* In a matrix of messages: the data that most of a cell's value is of, rows × columns; NULL in
     * it: not known. And the same of all messages, with shares. */
    const char **cell_data;
    struct buffer data;
};

/* Computes a projection. NULL with an error that says why there is nothing to draw, and what to
 * do. */
struct cube_projection *cube_projection_new(const struct archive *archive,
                                            const struct cube_projection_request *request,
                                            struct progress *progress, struct error *error);
void cube_projection_free(struct cube_projection *projection);

#endif
