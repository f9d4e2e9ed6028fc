/* innermost.h: acts of a lane as stretches of time in which one visit was the innermost one. */
#ifndef ARCHIVE_EVENTS_INNERMOST_H
#define ARCHIVE_EVENTS_INNERMOST_H

#include "archive/archive.h"

/* From the end of the stretch before it, or the start of the lane, to its own. */
struct innermost_stretch {
    uint64_t end;
    uint32_t node;  /* row; the root of the lane: it was outside of all regions */
    uint32_t begun; /* acts that began when it began */
};

struct innermost_visit {
    uint64_t end; /* no later than that of the visit around it */
    uint64_t row; /* for the user; ARCHIVE_UNKNOWN when the visit begins */
    uint32_t node;
};

/* Visits that are around others, as rows: those around a row have smaller ones. */
struct innermost_around {
    const uint64_t *end, *around; /* ARCHIVE_UNKNOWN: only the lane is around it */
    const uint32_t *node;
    size_t count;
    uint64_t next;         /* row of the next one around those on the stack */
    const uint32_t *lanes; /* of nodes: one that is not on this lane is damaged, and left out */
    size_t nodes;
    uint32_t lane;
};

typedef void innermost_take(void *to, const struct innermost_stretch *stretches, size_t count);

enum { INNERMOST_ROOM = 512 };

/* Stretches are handed out many at a time. Times are those of the acts that it is given. */
struct innermost {
    innermost_take *take;
    void *to;
    uint64_t now;                  /* everything before it is in a stretch */
    uint64_t end;                  /* of the lane */
    uint32_t begun;                /* acts that began now */
    struct innermost_visit *stack; /* open visits, the lane itself first */
    size_t depth, room;
    struct innermost_around around; /* visits that are not yet on the stack, above the lane */
    size_t count;
    struct innermost_stretch stretches[INNERMOST_ROOM];
};

/* A lane that lives from `start` to `end`; `root` is its node. */
void innermost_begin(struct innermost *innermost, uint64_t start, uint64_t end, uint32_t root);

/* The same in the middle of it: at `now`, in the visits of `around`. */
void innermost_go_on(struct innermost *innermost, uint64_t now, uint32_t begun,
                     const struct innermost_around *around);

/* To the end of the lane; all stretches are handed out. */
void innermost_end(struct innermost *innermost);
void innermost_flush(struct innermost *innermost);
void innermost_free(struct innermost *innermost); /* what is in it */

/* Inside: room on the stack; the next one of `around` gets there, if there is only the lane else.
 */
void innermost_grow(struct innermost *innermost);
void innermost_take_around(struct innermost *innermost);

/* The innermost visit goes on until then. */
static inline void innermost_pass(struct innermost *innermost, uint64_t until)
{
    if (until <= innermost->now)
        return;
    if (innermost->count == INNERMOST_ROOM)
        innermost_flush(innermost);
    innermost->stretches[innermost->count++] = (struct innermost_stretch){
        until, innermost->stack[innermost->depth - 1].node, innermost->begun};
    innermost->now = until;
    innermost->begun = 0;
}

/* Goes on to the start of an act: visits that ended by then are left. No earlier than the last. */
static inline void innermost_reach(struct innermost *innermost, uint64_t start)
{
    while (innermost->depth > 1 && innermost->stack[innermost->depth - 1].end <= start) {
        innermost_pass(innermost, innermost->stack[innermost->depth - 1].end);
        if (--innermost->depth == 1)
            innermost_take_around(innermost);
    }
    uint64_t most = innermost->stack[innermost->depth - 1].end;
    innermost_pass(innermost, start < most ? start : most);
}

/* Enters an act whose start was reached. */
static inline void innermost_enter(struct innermost *innermost, uint64_t end, uint32_t node)
{
    uint64_t most = innermost->stack[innermost->depth - 1].end;
    innermost->begun += innermost->now < innermost->end;
    if (innermost->depth == innermost->room)
        innermost_grow(innermost);
    innermost->stack[innermost->depth++] =
        (struct innermost_visit){end < most ? end : most, ARCHIVE_UNKNOWN, node};
}

/* Enters an act that began before `now`: only whether it is still open matters. */
static inline void innermost_skip(struct innermost *innermost, uint64_t start, uint64_t end,
                                  uint32_t node)
{
    while (innermost->depth > 1 && innermost->stack[innermost->depth - 1].end <= start) {
        if (--innermost->depth == 1)
            innermost_take_around(innermost);
    }
    uint32_t begun = innermost->begun;
    innermost_enter(innermost, end, node);
    innermost->begun = begun;
}

#endif
