/* waits.h: which lanes wait for which object held by whom, and which of them can never continue. */
#ifndef ANALYSIS_WAITS_H
#define ANALYSIS_WAITS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The reasons for which a lane waits. */
enum analysis_waits_for {
    WAITS_FOR_HOLDER, /* a lane that holds the object */
    WAITS_FOR_ITSELF, /* it holds the object itself */
    WAITS_FOR_ENDED,  /* an object held by a thread that has ended */
    WAITS_FOR_END,    /* the end of a thread */
    WAITS_FOR_OTHERS, /* other lanes to arrive: a barrier */
    WAITS_FOR_ANYONE, /* anyone to wake it: a condition variable, a semaphore, or unknown */
};

/* A waiting lane. */
struct analysis_waits_item {
    uint32_t lane;
    uint32_t object; /* row; ARCHIVE_NONE: unknown */
    uint32_t node;   /* row: the visit in which it waits; ARCHIVE_NONE: unknown */
    uint64_t since;  /* ns, on the lane's clock; 0: unknown */
    enum analysis_waits_for what;
    uint32_t holder;        /* number of an activity; ARCHIVE_NONE: none, or unknown */
    uint32_t holder_lane;   /* row of the lane that runs it; ARCHIVE_NONE: none, or unknown */
    uint32_t holder_node;   /* row: the visit it is in; ARCHIVE_NONE: outside of all regions */
    uint32_t next;          /* index of that lane's item, if it waits, too; else ARCHIVE_NONE */
    uint32_t there, needed; /* of a barrier */
    bool stuck;             /* it can never continue, as far as known */
    uint32_t circle;        /* number, from 1, of the circle that it is in; 0: none */
};

/* The waiting lanes of a run. */
struct analysis_waits {
    struct analysis_waits_item *items; /* circles first, each in its order */
    size_t count, stuck;
    uint32_t *item_of; /* lane -> its item plus 1; 0: it does not wait */
    uint32_t circles;
    bool is_deadlock; /* the stuck lanes cannot be woken from elsewhere either: a circle, or a lock
                         of a thread that has ended; else a signal or another process may wake them
                       */
};

struct analysis_waits analysis_waits_find(const struct archive *archive);
void analysis_waits_free(struct analysis_waits *waits);

/* True if a lane may be one of those that a barrier of its place still waits for. */
bool analysis_waits_is_missing(const struct archive *archive, const struct analysis_waits *waits,
                               uint32_t lane, uint32_t object);

#endif
