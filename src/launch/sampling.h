/* sampling.h: takes samples of the running command's profiles. */
#ifndef LAUNCH_SAMPLING_H
#define LAUNCH_SAMPLING_H

#include "launch/command.h"

#include <stdbool.h>

struct sampler;

struct launch_sampling {
    struct launch_timer finding; /* finds new places */
    struct launch_watch watch;   /* tells when a place has ended */
    struct launch_timer timer;
    struct sampler *sampler; /* NULL: no samples are taken */
};

/* Starts to write samples into the archive at `path`, every `interval` ns at first; 0: never. */
void launch_sampling_start(struct launch_sampling *sampling, const char *path, uint64_t interval);

/* Takes the last sample. */
void launch_sampling_end(struct launch_sampling *sampling);

/* Reads a duration with a unit (util/duration.h). Returns false if it is not one between 100 us and
 * an hour. */
bool launch_sampling_read_interval(const char *text, uint64_t *interval);

#endif
