/* missing.h: which events an archive lacks, in words. */
#ifndef CUBE_MISSING_H
#define CUBE_MISSING_H

#include "archive/archive.h"
#include "util/buffer.h"

/* A stretch of time of a lane of which nothing is known, as its events were dropped. */
struct missing_stretch {
    uint64_t from, to; /* ns, on the clock of all cycles */
};

/* False: there is none. */
bool missing_on_lane(const struct archive *archive, uint32_t lane, struct missing_stretch *stretch);

/* Whether any lane has such a stretch. */
bool missing_stretches(const struct archive *archive);

/* Events that were dropped; and whether there are more of which only the bytes are known. */
uint64_t missing_dropped(const struct archive *archive, bool *at_least);

/* Adds how many events are missing, where, when and why: "1,200 events were dropped (--max-size was
 * reached): 1,200 of rank 0 from 0.52 s to 3.1 s". False: none is, and nothing was added. */
bool missing_write(struct buffer *to, const struct archive *archive);

#endif
