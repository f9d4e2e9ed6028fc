/* sampler.h: looks at the profiles of a running program now and then, and writes down what has
 * changed: so one can tell when, without a log of events. */
#ifndef ARCHIVE_LIVE_SAMPLER_H
#define ARCHIVE_LIVE_SAMPLER_H

#include <poll.h>
#include <stddef.h>
#include <stdint.h>

struct sampler;

/* Of the archive at that path, which must stay valid; ns from one sample to the next, at first. */
struct sampler *sampler_new(const char *path, uint64_t interval);
void sampler_free(struct sampler *sampler);

/* Takes one of every place that is there; `now` is CLOCK_MONOTONIC. */
void sampler_take(struct sampler *sampler, uint64_t now);

/* Looks for processes that are new, which costs less than a sample. */
void sampler_find_processes(struct sampler *sampler);

/* The processes that are looked at, as descriptors that become ready when they end: their number,
 * and the array, which is the caller's. Then their ends are to be seen: each is written down at
 * once, because it matters who was first. */
size_t sampler_processes(struct sampler *sampler, struct pollfd **fds);
void sampler_see_ends(struct sampler *sampler);

/* The same, now; the ns to wait until the next one, so that no more than a hundredth of the time
 * goes into it. `with` is the sampler. */
uint64_t sampler_look(void *with);

#endif
