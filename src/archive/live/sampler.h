/* sampler.h: samples the profiles of a running program, so that the course of its run is known
 * without an event log. */
#ifndef ARCHIVE_LIVE_SAMPLER_H
#define ARCHIVE_LIVE_SAMPLER_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

struct sampler;

/* Makes a sampler of the archive at a path, which must outlive it; `interval` is the initial
 * sampling interval in ns. */
struct sampler *archive_sampler_new(const char *path, uint64_t interval);
void archive_sampler_free(struct sampler *sampler);

/* Samples every running place; `now` is CLOCK_MONOTONIC. */
void archive_sampler_take(struct sampler *sampler, uint64_t now);

/* Finds new processes, which is cheaper than a sample. */
void archive_sampler_find_processes(struct sampler *sampler);

/* Returns the number of running processes and an array of descriptors that become ready when they
 * end, which the caller frees. archive_sampler_see_ends is then to be called: it records each end
 * at once, since the order of ends matters. */
size_t archive_sampler_processes(struct sampler *sampler, struct pollfd **fds);
void archive_sampler_see_ends(struct sampler *sampler);

/* Samples now. Returns the ns to wait until the next sample, so that sampling takes at most a
 * hundredth of the time. `with` is the sampler. */
uint64_t archive_sampler_look(void *with);

#endif
