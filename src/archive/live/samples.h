/* samples.h: the table `samples`: what lanes did between two looks at their profiles. */
#ifndef ARCHIVE_LIVE_SAMPLES_H
#define ARCHIVE_LIVE_SAMPLES_H

#include "archive/archive.h"

/* The columns. Rows are in the order of lanes, and for each lane in that of time; those of one
 * stretch of its time have the same `from` and `to`. */
struct samples {
    size_t rows;
    const uint32_t *lane, *region; /* rows */
    const uint64_t *from, *to;     /* ns, as the lanes' times */
    const uint64_t *time;          /* ns: in the region itself, about */
    const uint64_t *visits, *bytes;
};

/* Without such a table, there are no rows. */
struct samples samples_of(const struct archive *archive);

/* Whether a sealed archive has all columns of the table. Its rows may say anything. */
bool samples_check(const struct archive *archive, struct error *error);

/* The rows of a lane: from the result up to before *end. */
size_t samples_find(const struct samples *samples, uint32_t lane, size_t *end);

/* The usual length of a stretch, ns. */
uint64_t samples_length(const struct samples *samples);

#endif
