/* sampled.h: one profile of a running program, and what was told of it so far. */
#ifndef ARCHIVE_LIVE_SAMPLED_H
#define ARCHIVE_LIVE_SAMPLED_H

#include "archive/live/sample_file.h"
#include "archive/time/ticks.h"

#include <stdbool.h>

/* What the profiles of a place have in common at one moment. */
struct sampled_moment {
    struct moments moments;
    uint64_t end;         /* ticks: nothing of the place goes on behind it */
    const uint8_t *kinds; /* of the regions: enum tri_kind */
    size_t kind_count;
};

struct sampled_record;

struct sampled_profile {
    uint32_t number;
    int fd;
    size_t base; /* records before it are of lanes that have ended, and all was told */
    struct sampled_record *records; /* from `base` on */
    size_t count, room;
};

/* Reads it and adds what is new to the sample. */
void sampled_take(struct sampled_profile *profile, const struct sampled_moment *moment,
                  struct sample_file *file);
void sampled_close(struct sampled_profile *profile);

#endif
