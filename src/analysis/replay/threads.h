/* threads.h: the steps of threads: parallel regions, barriers, tasks, locks, conditions, joins.
 *
 *     thread 0   ──▶ parallel ── work ──▶ barrier ............│ ── work ──▶ end of parallel │ ──▶
 *                      ╲ needs                                ╲ meets
 *     thread 1   idle   begins ── work ──────────────▶ barrier │ ──▶ ... */
#ifndef ANALYSIS_REPLAY_THREADS_H
#define ANALYSIS_REPLAY_THREADS_H

#include "analysis/replay/walk.h"

struct replay_threads;

/* Starts the search. */
struct replay_threads *replay_threads_new(struct analysis_replay_steps *to,
                                          const struct archive *archive);
void replay_threads_free(struct replay_threads *threads);

/* Starts a lane. `main`: it is the first one of its process. */
void replay_threads_begin(struct replay_threads *threads, struct replay_walk *walk, uint32_t lane,
                          bool main);

/* Adds the steps of waits and tasks that have ended at that moment. */
void replay_threads_reach(struct replay_threads *threads, struct replay_walk *walk,
                          uint64_t moment);

/* Takes an event that is not an MPI call. The time before was reached. */
void replay_threads_take(struct replay_threads *threads, struct replay_walk *walk,
                         const struct archive_act *act);

/* Ends the lane. */
void replay_threads_end(struct replay_threads *threads, struct replay_walk *walk);

/* After all lanes: finds what the steps wait for. */
void replay_threads_connect(struct replay_threads *threads);

#endif
