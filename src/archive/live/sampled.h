/* sampled.h: samples one profile of a running program: finds what has changed since the sample
 * before. */
#ifndef ARCHIVE_LIVE_SAMPLED_H
#define ARCHIVE_LIVE_SAMPLED_H

#include "archive/live/sample_file.h"
#include "archive/time/ticks.h"

#include <stdbool.h>

/* Facts that the profiles of a place share at one moment. */
struct sampled_moment {
    struct archive_ticks moments;
    uint64_t end;         /* ticks: nothing of the place is later */
    const uint8_t *kinds; /* by region: enum tri_kind */
    size_t kind_count;
};

struct sampled_record;

struct sampled_profile {
    uint32_t number;
    int fd;
    size_t base; /* earlier records are of lanes that have ended and were sampled completely */
    struct sampled_record *records; /* from `base` on */
    size_t count, room;
};

/* Reads the profile and adds what has changed to the sample. */
void sampled_take(struct sampled_profile *profile, const struct sampled_moment *moment,
                  struct archive_sample_file *file);
void sampled_close(struct sampled_profile *profile);

#endif
