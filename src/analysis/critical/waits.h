/* waits.h: moments at which a lane could go on because of another one. */
#ifndef ANALYSIS_CRITICAL_WAITS_H
#define ANALYSIS_CRITICAL_WAITS_H

#include "archive/archive.h"

/* What the lane did after `until` had to wait for what the other one did before. */
struct critical_wait {
    uint32_t lane, late; /* rows: who waits, for whom */
    uint64_t until;      /* ns */
};

struct critical_waits {
    struct critical_wait *all; /* by lane and moment, once they are sorted */
    size_t count, room;
    size_t *ends;          /* by row of lanes: behind its last one */
    uint64_t *begin, *end; /* by row of lanes: without MPI_Init and MPI_Finalize */
    uint64_t unknown;      /* waits between clocks that cannot be compared */
    uint64_t unseen;       /* calls that were counted, but not logged */
    uint32_t unseen_kinds; /* enum format_events_kind: of these */
    bool unreadable;       /* the events of a lane */
};

void critical_waits_add(struct critical_waits *waits, uint32_t lane, uint64_t until, uint32_t late);

/* Those of messages and collective operations. */
void critical_waits_of_ranks(const struct archive *archive, struct critical_waits *waits);

/* Those of threads: barriers, parallel regions, tasks, locks, and the ends of threads; and where
 * lanes begin and end. */
void critical_waits_of_threads(const struct archive *archive, struct critical_waits *waits);

void critical_waits_sort(const struct archive *archive, struct critical_waits *waits);
void critical_waits_free(struct critical_waits *waits);

#endif
