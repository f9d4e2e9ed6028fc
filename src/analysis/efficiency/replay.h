/* replay.h: simulates the run on a network that takes no time. */
#ifndef ANALYSIS_EFFICIENCY_REPLAY_H
#define ANALYSIS_EFFICIENCY_REPLAY_H

#include "archive/archive.h"

#include <stddef.h>
#include <stdint.h>

enum analysis_replay_state {
    REPLAY_NO_EVENTS,  /* MPI calls were not logged on all ranks, or not all kinds of them */
    REPLAY_INCOMPLETE, /* some data of a log is missing or cannot be read */
    REPLAY_FILTERED,   /* some MPI calls were filtered */
    REPLAY_PART,       /* the archive is a part of another one */
    REPLAY_UNFOLLOWED, /* much time is in calls that may have waited for ranks that are not known */
    REPLAY_KNOWN,
};

/* The result of a simulation in which every lane computes between its MPI calls as long as it did,
 * and the calls themselves take no time. A receive, at the call that completed it, continues when
 * its send has begun; a collective operation continues when the ranks have arrived whose data it
 * needs: all, or the root. Sends do not wait. */
struct analysis_replay {
    enum analysis_replay_state state;
    uint32_t needs;      /* enum format_events_kind: what must be logged */
    uint64_t time;       /* ns: of the rank that took longest */
    uint64_t missing;    /* waits for an unknown rank, or one that never arrived: ignored */
    uint64_t *waited;    /* by row of regions: ns that ranks wait there even so */
    uint64_t *spent;     /* by row of regions: ns that they really spent there */
    uint64_t unfollowed; /* ns of all ranks in calls that may have waited for ranks that are not
                            known: one-sided communication, neighbours, files, ... */
    uint32_t unfollowed_most; /* row of regions: the call with the most of it; 0: none */
    size_t regions;
};

/* Tells if MPI calls were logged on every rank, from the first to the last. */
enum analysis_replay_state analysis_replay_state(const struct archive *archive,
                                                 const uint32_t *lane_of_place);

/* Simulates the run from the events of all ranks and the tables messages and collectives, which
 * must be there. lane_of_place: the row of a rank's main lane, or ARCHIVE_NONE. */
struct analysis_replay analysis_replay_run(const struct archive *archive,
                                           const uint32_t *lane_of_place);
void analysis_replay_free(struct analysis_replay *replay);

#endif
