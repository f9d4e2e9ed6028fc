/* late.h: who waited for a message that was not sent yet, and for whom. */
#ifndef ANALYSIS_LATE_H
#define ANALYSIS_LATE_H

#include "archive/archive.h"

#include <stddef.h>
#include <stdint.h>

/* A late sender, as Scalasca calls it: calls of one rank at one site that waited, until a rank
 * began to send at another. Of a call that waits for several messages, the one that was sent last
 * counts. */
struct late_item {
    uint32_t place, region;       /* rows: who waits, and where */
    uint32_t cause, cause_region; /* rows: for whom, and where that one sends */
    uint64_t count, time;         /* calls; ns */
};

struct late {
    struct late_item *items; /* the most time first */
    size_t count;
    uint64_t unknown; /* messages between clocks of which it is not known how they stand */
};

/* From the table messages. */
struct late late_find(const struct archive *archive);
void late_free(struct late *late);

#endif
