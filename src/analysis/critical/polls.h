/* polls.h: times in which a lane did nothing but ask MPI whether something has come: MPI_Probe, and
 * loops of MPI_Iprobe or MPI_Test. They are waits for what they asked for. */
#ifndef ANALYSIS_CRITICAL_POLLS_H
#define ANALYSIS_CRITICAL_POLLS_H

#include "archive/archive.h"

/* Calls of a lane that follow each other closely. */
struct critical_poll {
    uint64_t start, end;
    uint32_t lane;
    bool probes; /* for messages that are received later; else for requests */
};

struct critical_polls {
    struct critical_poll *all; /* by lane and start */
    size_t count, room;
    uint64_t inside, between, calls; /* of the last one: time in its calls, and between them */
    bool is_open;
};

/* Takes the next MPI call of a lane. Lanes come one after another. */
void critical_polls_take(struct critical_polls *polls, const struct archive *archive,
                         const struct archive_act *act, uint32_t lane);

/* No more calls of this lane follow. */
void critical_polls_end(struct critical_polls *polls);

/* Returns when the lane began to poll, if it was still polling for requests at `moment`; else
 * `moment`. */
uint64_t critical_polls_since(const struct critical_polls *polls, uint32_t lane, uint64_t moment);

void critical_polls_free(struct critical_polls *polls);

#endif
