/* critical.h: the critical path of a run: the chain of what was done, from its beginning to its end
 * and across ranks and threads, in which each piece had to wait for the one before. What is on it
 * makes the run as long as it is. */
#ifndef ANALYSIS_CRITICAL_H
#define ANALYSIS_CRITICAL_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Why there is no path; a path is only found where nothing that it needs is missing. */
enum critical_state {
    CRITICAL_KNOWN,
    CRITICAL_ALONE,     /* one lane did everything: the path is the lane */
    CRITICAL_PROCESSES, /* several processes that are no ranks: how they wait for each other is not
                           known */
    CRITICAL_CPU_TIME,  /* moments of different lanes cannot be compared */
    CRITICAL_NO_EVENTS, /* waits of ranks or threads were not logged, or not on all places */
    CRITICAL_PART,      /* the archive is a part of another one */
    CRITICAL_RUNNING,   /* the run has not ended */
    CRITICAL_DIED,      /* a place was killed or crashed, or measuring stopped there */
    CRITICAL_NO_RANKS,  /* ranks of the program are missing in the archive */
    CRITICAL_DROPPED,   /* events were dropped */
    CRITICAL_FILTERED,  /* events were left out by a filter */
    CRITICAL_UNMATCHED, /* messages were received of which the send is not known, or a collective
                           operation was not begun by all */
    CRITICAL_CLOCKS,    /* how the clocks of hosts stand to each other is not known */
    CRITICAL_UNREADABLE,
    CRITICAL_STATES,
};

/* Time on the path in which one region was the innermost one that was logged. Outside of all that
 * was logged: the region that is around the calls before and after it. */
struct critical_item {
    uint32_t region;        /* row; 0: none is known */
    uint32_t after, before; /* rows of regions: between which calls this was; 0: it was not, or
                               there is none */
    uint32_t mostly;        /* row of regions: the loop or routine that takes most of that, by the
                               profile of the place and by lines; 0: none is known */
    uint32_t place;         /* row: the one with the most of it */
    uint64_t time, most;    /* ns: on the path; of this, on that place */
    uint64_t count;         /* stretches */
};

/* A place's part of it. */
struct critical_place {
    uint32_t place; /* row */
    uint64_t time;
    uint64_t stretches; /* how often the path came there */
};

/* A stretch of the path, which is on one lane. */
struct critical_stretch {
    uint32_t lane; /* row */
    uint64_t from, to;
};

struct critical {
    enum critical_state state;
    uint32_t needs;   /* enum format_events_kind: what must be logged */
    uint32_t place;   /* row: where something is missing; ARCHIVE_NONE: everywhere, or nowhere */
    uint64_t missing; /* how much: ranks, events, messages and collective operations, waits */
    bool no_threads;  /* waits of threads were not logged: each place is seen through one lane */
    uint64_t time;    /* ns: its length, without MPI_Init and MPI_Finalize */
    struct critical_item *items; /* the most time first */
    size_t count;
    struct critical_place *places; /* the most time first */
    size_t place_count;
    struct critical_stretch *stretches; /* in the order of time */
    size_t stretch_count;
};

/* The tables messages and collectives must be there. */
struct critical critical_find(const struct archive *archive);
void critical_free(struct critical *critical);

#endif
