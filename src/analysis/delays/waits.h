/* waits.h: single waits of calls of MPI for another rank. */
#ifndef ANALYSIS_DELAYS_WAITS_H
#define ANALYSIS_DELAYS_WAITS_H

#include "analysis/delays/delays.h"

struct delay_wait {
    uint64_t start; /* ns: of the call */
    uint64_t until; /* when the other one came, or the call ended */
    uint32_t node;  /* row: the call */
    uint32_t late;  /* row of nodes: the call that came late */
    enum delay_kind kind;
    /* See struct delay_item; after and before are rows of nodes, or ARCHIVE_NONE. */
    uint32_t doing, after, before;
};

struct delay_waits {
    struct delay_wait *all;
    size_t count, room;
    uint64_t unknown, partial; /* see struct delays */
};

/* At most one of each call, in no order; free with free(). */
struct delay_waits delay_waits_find(const struct archive *archive);

/* Fills in what those that came late did. Puts the waits into another order. */
void delay_causes_find(const struct archive *archive, struct delay_waits *waits);

#endif
