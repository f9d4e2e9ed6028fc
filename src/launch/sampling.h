/* sampling.h: takes samples of the running command's profiles. */
#ifndef LAUNCH_SAMPLING_H
#define LAUNCH_SAMPLING_H

#include "launch/command.h"

#include <stdbool.h>

struct sampler;

struct sampling {
    struct launch_timer finding; /* finds new places */
    struct launch_watch watch;   /* tells when a place has ended */
    struct launch_timer timer;
    struct sampler *sampler; /* NULL: no samples are taken */
};

/* Starts to write samples into the archive at `path`, every `interval` ns at first; 0: never. */
void sampling_start(struct sampling *sampling, const char *path, uint64_t interval);

/* Takes the last sample. */
void sampling_end(struct sampling *sampling);

/* Reads a duration with a unit (util/duration.h). Returns false if it is not one between 100 us and
 * an hour. */
bool sampling_read_interval(const char *text, uint64_t *interval);

#endif
