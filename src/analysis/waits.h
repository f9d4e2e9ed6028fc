/* waits.h: which lanes wait for what held by whom, and which of them can never go on. */
#ifndef ANALYSIS_WAITS_H
#define ANALYSIS_WAITS_H

#include "archive/archive.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum waits_for {
    WAITS_FOR_HOLDER, /* to let go of it */
    WAITS_FOR_ITSELF, /* it has what it waits for */
    WAITS_FOR_LEFT,   /* by a thread that has ended and still has it */
    WAITS_FOR_END,    /* of a thread */
    WAITS_FOR_OTHERS, /* to come: a barrier */
    WAITS_FOR_ANYONE, /* to wake it: a condition variable, a semaphore, or it is not known */
};

/* A lane that waits. */
struct waits_item {
    uint32_t lane;
    uint32_t object; /* row; ARCHIVE_NONE: not known */
    uint32_t node;   /* row: the visit in which it waits; ARCHIVE_NONE: not known */
    uint64_t since;  /* ns, as the lane's times; 0: not known */
    enum waits_for what;
    uint32_t holder;        /* number of an activity; ARCHIVE_NONE: nobody, or not known */
    uint32_t holder_lane;   /* row of the lane that runs it; ARCHIVE_NONE: none, or not known */
    uint32_t holder_node;   /* where that one is: row; ARCHIVE_NONE: outside of all regions */
    uint32_t next;          /* the item of that lane, if it waits, too; else ARCHIVE_NONE */
    uint32_t there, needed; /* of a barrier */
    bool stuck;             /* it can never go on, as far as is known */
    uint32_t circle;        /* number of the circle that it is in, from 1; 0: none */
};

struct waits {
    struct waits_item *items; /* circles first, one after another in their order */
    size_t count, stuck;
    uint32_t *item_of; /* lane -> its item plus 1; 0: it does not wait */
    uint32_t circles;
    bool is_deadlock; /* what is stuck cannot be woken from elsewhere either: a circle, or a lock of
                         a thread that has ended; else a signal or another process may come */
};

struct waits waits_find(const struct archive *archive);
void waits_free(struct waits *waits);

/* Whether a lane may be one of those that a barrier of its place still waits for. */
bool waits_is_missing(const struct archive *archive, const struct waits *waits, uint32_t lane,
                      uint32_t object);

#endif
