/* sampling.h: looks at the running command's profiles now and then. */
#ifndef LAUNCH_SAMPLING_H
#define LAUNCH_SAMPLING_H

#include "launch/command.h"

#include <stdbool.h>

struct sampler;

struct sampling {
    struct launch_timer finding; /* looks for new places */
    struct launch_watch watch;   /* tells when a place has ended */
    struct launch_timer timer;
    struct sampler *sampler; /* NULL: nobody wants samples */
};

/* Into the archive at that path, every `interval` ns at first; 0: never. */
void sampling_start(struct sampling *sampling, const char *path, uint64_t interval);

/* A last look. */
void sampling_end(struct sampling *sampling);

/* A time (duration.h) with a unit; false: it is none between 100 us and an hour. */
bool sampling_read_interval(const char *text, uint64_t *interval);

#endif
