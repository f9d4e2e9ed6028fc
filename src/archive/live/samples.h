/* samples.h: the table `samples`: what lanes did between two samples of their profiles. */
#ifndef ARCHIVE_LIVE_SAMPLES_H
#define ARCHIVE_LIVE_SAMPLES_H

#include "archive/archive.h"

/* The columns. Rows are in order of lanes, those of a lane in order of time; rows of one stretch of
 * time have the same `from` and `to`. */
struct archive_samples {
    size_t rows;
    const uint32_t *lane, *region; /* rows */
    const uint64_t *from, *to;     /* ns, on the clock of the lanes */
    const uint64_t *time;          /* ns: exclusive time of the region, approximately */
    const uint64_t *visits, *bytes;
};

/* Returns the columns; without such a table there are no rows. */
struct archive_samples archive_samples_of(const struct archive *archive);

/* True if a sealed archive has all columns of the table. Their values are not checked. */
bool archive_samples_check(const struct archive *archive, struct error *error);

/* Finds the rows of a lane: from the result to before *end. */
size_t archive_samples_find(const struct archive_samples *samples, uint32_t lane, size_t *end);

/* Returns the typical length of a stretch, in ns. */
uint64_t archive_samples_length(const struct archive_samples *samples);

#endif
