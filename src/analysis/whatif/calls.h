/* calls.h: how long MPI calls take by themselves, without the time in which they wait for others:
 * as in the run, or on another network. */
#ifndef ANALYSIS_WHATIF_CALLS_H
#define ANALYSIS_WHATIF_CALLS_H

#include "analysis/replay/steps.h"

/* Sets `own` of all steps to what the calls took in the run: from the moment when all that they
 * waited for was there, to their end. */
void whatif_calls_measure(const struct archive *archive, struct analysis_replay_steps *steps);

/* Estimates the network from the receives of the run, after `own` was measured: the latency in
 * seconds from small messages, the bandwidth in bytes per second from large ones. Negative:
 * unknown, because there are no such messages. */
void whatif_calls_network(const struct archive *archive, const struct analysis_replay_steps *steps,
                          double *latency, double *bandwidth);

/* Returns how many messages and parts of collective operations have bytes that are not known: on
 * another network, they only take its latency. */
uint64_t whatif_calls_unsized(const struct archive *archive);

/* Returns the ns that a step takes on a network with that latency and bandwidth (not negative; 0
 * bandwidth: data takes no time). */
uint64_t whatif_calls_on(const struct archive *archive, const struct analysis_replay_steps *steps,
                         const struct analysis_replay_step *step, double latency, double bandwidth);

#endif
