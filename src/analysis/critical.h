/* critical.h: the critical path of a run: the chain of work from start to end, across ranks and
 * threads, in which each piece had to wait for the one before. Its length is the length of the
 * run. */
#ifndef ANALYSIS_CRITICAL_H
#define ANALYSIS_CRITICAL_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why there is no path. A path is only computed if no data that it needs is missing. */
enum analysis_critical_state {
    CRITICAL_KNOWN,
    CRITICAL_ALONE,     /* one lane did everything: the path is the lane */
    CRITICAL_PROCESSES, /* several processes that are not ranks: how they wait for each other is
                           unknown */
    CRITICAL_CPU_TIME,  /* times of different lanes cannot be compared */
    CRITICAL_NO_EVENTS, /* waits of ranks or threads were not logged, or not on all places */
    CRITICAL_PART,      /* the archive is a part of another one */
    CRITICAL_RUNNING,   /* the run has not ended */
    CRITICAL_DIED,      /* a place was killed or crashed, or measuring stopped there */
    CRITICAL_NO_RANKS,  /* ranks of the program are missing in the archive */
    CRITICAL_DROPPED,   /* events were dropped */
    CRITICAL_FILTERED,  /* events were filtered */
    CRITICAL_UNMATCHED, /* received messages have no known send, or a collective operation was not
                           begun by all */
    CRITICAL_CLOCKS,    /* the offsets between the clocks of hosts are unknown */
    CRITICAL_UNREADABLE,
    CRITICAL_STATES,
};

/* Time on the path with the same innermost logged region. Time outside of all logged regions
 * belongs to the region around the calls before and after it. */
struct analysis_critical_item {
    uint32_t region;        /* row; 0: unknown */
    uint32_t after, before; /* rows of regions: the calls before and after; 0: the time was inside
                               of `region`, or there is no such call */
    uint32_t mostly; /* row of regions: the loop or routine that takes most of the time between the
                        two calls, from the place's profile and source lines; 0: unknown */
    uint32_t place;  /* row: the one with the most of it */
    uint64_t time, most; /* ns: on the path; the part on that place */
    uint64_t count;      /* stretches */
    uint64_t everywhere; /* ns: in the region on all lanes, on the path or not, counted as on the
                            path; 0 for time outside of logged regions */
};

/* The part of the path on one place. */
struct analysis_critical_place {
    uint32_t place; /* row */
    uint64_t time;
    uint64_t stretches; /* number of times the path came there */
};

/* A stretch of the path on one lane. */
struct analysis_critical_stretch {
    uint32_t lane; /* row */
    uint64_t from, to;
};

/* The critical path. */
struct analysis_critical {
    enum analysis_critical_state state;
    uint32_t needs; /* enum format_events_kind: what must be logged */
    uint32_t place; /* row: where data is missing; ARCHIVE_NONE: everywhere, or nowhere */
    uint64_t
        missing; /* number of missing ranks, events, messages and collective operations, or waits */
    bool no_threads; /* waits of threads were not logged: each place is represented by one lane */
    uint64_t time;   /* ns: its length, without MPI_Init and MPI_Finalize */
    struct analysis_critical_item *items; /* most time first */
    size_t count;
    struct analysis_critical_place *places; /* most time first */
    size_t place_count;
    struct analysis_critical_stretch *stretches; /* ordered by time */
    size_t stretch_count;
};

/* Finds the critical path. Needs the tables messages and collectives. */
struct analysis_critical analysis_critical_find(const struct archive *archive);
void analysis_critical_free(struct analysis_critical *critical);

#endif
