/* engine.h: replays the MPI calls of a run: when each lane could have made them, given how long it
 * computes before each call and how long the call itself takes.
 *
 *     lane 0   ── before ──▶ send                        ── before ──▶ ...
 *                              ╲ the receive continues no earlier than the send began
 *     lane 1   ─ before ─▶ receive ... waits ...│ own │ ── before ──▶ ... */
#ifndef ANALYSIS_REPLAY_ENGINE_H
#define ANALYSIS_REPLAY_ENGINE_H

#include "analysis/replay/steps.h"

/* The result of a replay. */
struct analysis_replay_result {
    uint64_t time;    /* ns: until the last lane has ended */
    uint64_t missing; /* waits for an unknown rank, or one that never arrived: ignored */
    uint64_t *waited; /* by row of regions: ns that lanes wait there */
};

/* Replays the steps. A receive, at the call that completed it, continues when its send has begun; a
 * collective operation continues when the ranks have arrived whose data it needs: all, or the root.
 * A send waits for its receive only if the steps say so (REPLAY_FINISH). */
void analysis_replay_steps_run(const struct archive *archive,
                               const struct analysis_replay_steps *steps,
                               struct analysis_replay_result *to);
void analysis_replay_result_free(struct analysis_replay_result *result);

#endif
