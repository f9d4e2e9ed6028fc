/* waits.h: the moments at which a lane could continue because of another one. */
#ifndef ANALYSIS_CRITICAL_WAITS_H
#define ANALYSIS_CRITICAL_WAITS_H

#include "analysis/critical/polls.h"

/* A wait: what the lane did after `until` depends on what the other lane did before it. */
struct critical_wait {
    uint32_t lane, late; /* rows: the waiting lane, and the one it waits for */
    uint64_t until;      /* ns */
};

/* All waits of a run. */
struct critical_waits {
    struct critical_wait *all; /* by lane and moment, after critical_waits_sort */
    size_t count, room;
    size_t *ends;                /* by row of lanes: index after its last wait */
    uint64_t *begin, *end;       /* by row of lanes: without MPI_Init and MPI_Finalize */
    uint64_t unknown;            /* waits between clocks that cannot be compared */
    uint64_t unseen;             /* calls that were counted, but not logged */
    uint32_t unseen_kinds;       /* enum format_events_kind: of these calls */
    bool unreadable;             /* the events of a lane could not be read */
    struct critical_polls polls; /* found with the waits of threads */
};

void critical_waits_add(struct critical_waits *waits, uint32_t lane, uint64_t until, uint32_t late);

/* Adds the waits for messages and in collective operations; after those of threads. */
void critical_waits_of_ranks(const struct archive *archive, struct critical_waits *waits);

/* Adds the waits of threads: barriers, parallel regions, tasks, locks and thread ends. Also sets
 * begin and end of the lanes. */
void critical_waits_of_threads(const struct archive *archive, struct critical_waits *waits);

void critical_waits_sort(const struct archive *archive, struct critical_waits *waits);
void critical_waits_free(struct critical_waits *waits);

#endif
