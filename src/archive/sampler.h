/* sampler.h: looks at the profiles of a running program now and then, and writes down what has
 * changed: so one can tell when, without a log of events. */
#ifndef ARCHIVE_SAMPLER_H
#define ARCHIVE_SAMPLER_H

#include <stdint.h>

struct sampler;

/* Of the archive at that path, which must stay valid; ns from one sample to the next, at first. */
struct sampler *sampler_new(const char *path, uint64_t interval);
void sampler_free(struct sampler *sampler);

/* Takes one of every place that is there; `now` is CLOCK_MONOTONIC. */
void sampler_take(struct sampler *sampler, uint64_t now);

/* The same, now; the ns to wait until the next one, so that no more than a hundredth of the time
 * goes into it. `with` is the sampler. */
uint64_t sampler_look(void *with);

#endif
