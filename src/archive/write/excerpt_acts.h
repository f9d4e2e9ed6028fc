/* excerpt_acts.h: adds up the chosen acts of an excerpt, with a thread per core. */
#ifndef ARCHIVE_WRITE_EXCERPT_ACTS_H
#define ARCHIVE_WRITE_EXCERPT_ACTS_H

#include "archive/write/excerpt.h"
#include "archive/write/excerpt_messages.h"
#include "archive/write/excerpt_nodes.h"

/* What the chosen acts add up to. */
struct part_acts {
    const struct archive *from;
    const struct archive_excerpt_rows *rows;
    struct part_nodes *nodes;
    struct part_calls *calls; /* calls whose messages are included */
    uint64_t start, end;      /* ns: range of the acts; UINT64_MAX and 0 before */
};

/* Fails with an error if *stop becomes true meanwhile. Both may be NULL. */
bool part_acts_add(struct part_acts *acts, const atomic_bool *stop, struct progress *progress,
                   struct error *error);

#endif
