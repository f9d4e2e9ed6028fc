/* replay.h: the run once more, on a network that takes no time. */
#ifndef ANALYSIS_EFFICIENCY_REPLAY_H
#define ANALYSIS_EFFICIENCY_REPLAY_H

#include "archive/archive.h"

#include <stddef.h>
#include <stdint.h>

enum replay_state {
    REPLAY_NO_EVENTS,  /* calls of MPI were not logged on all ranks, or not all kinds of them */
    REPLAY_INCOMPLETE, /* they were, but something of a log is missing or cannot be read */
    REPLAY_FILTERED,   /* the filter left some of them out */
    REPLAY_PART,       /* the archive is a part of another one */
    REPLAY_KNOWN,
};

/* Every lane does what it did between its calls of MPI, as long as it took; the calls themselves
 * take no time. A receive goes on when its send has begun, at the call that saw its end; a
 * collective operation when those have come whose data it needs: all, or the root. Sends wait for
 * nobody. */
struct replay {
    enum replay_state state;
    uint32_t needs;   /* enum format_events_kind: what must be logged */
    uint64_t time;    /* ns: of the rank that took the longest */
    uint64_t missing; /* waits for somebody who is not known, or who never came: left out */
    uint64_t *waited; /* by row of regions: ns that ranks wait there even so */
    uint64_t *spent;  /* by row of regions: ns that they were really there */
    size_t regions;
};

/* From the acts of all ranks and the tables messages and collectives, which must be there.
 * lane_of_place: the row of the lane that a rank is seen through, or ARCHIVE_NONE. */
struct replay replay_run(const struct archive *archive, const uint32_t *lane_of_place);
void replay_free(struct replay *replay);

#endif
