/* innermost.h: splits the acts of a lane into stretches of time, each with the visit that was
 * innermost then. */
#ifndef ARCHIVE_EVENTS_INNERMOST_H
#define ARCHIVE_EVENTS_INNERMOST_H

#include "archive/archive.h"
#include "archive/events/visit_stack.h"

/* A stretch: from the end of the one before, or the start of the lane, to its own end. */
struct archive_innermost_stretch {
    uint64_t end;
    uint32_t node;  /* row; the root of the lane if it was outside all regions */
    uint32_t begun; /* number of acts that began when the stretch began */
};

/* Visits that are around others, as rows of a table; a visit around another has a smaller row. */
struct archive_innermost_around {
    const uint64_t *end, *around; /* `around`: row; ARCHIVE_UNKNOWN: only the lane is around it */
    const uint32_t *node;
    size_t count;
    uint64_t next;         /* row of the next visit around those on the stack */
    const uint32_t *lanes; /* by node: a node that is not on this lane is damaged and not used */
    size_t nodes;
    uint32_t lane;
};

typedef void innermost_take(void *to, const struct archive_innermost_stretch *stretches,
                            size_t count);

enum { INNERMOST_ROOM = 512 };

/* The state of splitting a lane. Stretches are handed to `take` in batches. Times are in the unit
 * of the acts. */
struct archive_innermost {
    innermost_take *take;
    void *to;
    uint64_t now;                     /* everything before it is in a stretch */
    uint64_t end;                     /* end of the lane */
    uint32_t begun;                   /* acts that began at `now` */
    struct archive_visit_stack stack; /* open visits; `value` and `mark` are free for the user */
    struct archive_innermost_around
        around; /* visits between the lane and the stack that are not on the stack yet */
    size_t count;
    struct archive_innermost_stretch stretches[INNERMOST_ROOM];
};

/* Starts a lane that lasts from `start` to `end`; `root` is its node. `take` and `to` must be
 * set. */
void archive_innermost_begin(struct archive_innermost *innermost, uint64_t start, uint64_t end,
                             uint32_t root);

/* Continues in the middle of a lane: at `now`, in the visits of `around`. */
void archive_innermost_go_on(struct archive_innermost *innermost, uint64_t now, uint32_t begun,
                             const struct archive_innermost_around *around);

/* Continues to the end of the lane and hands out the remaining stretches. */
void archive_innermost_end(struct archive_innermost *innermost);
void archive_innermost_flush(struct archive_innermost *innermost);
void archive_innermost_free(
    struct archive_innermost *innermost); /* frees its members, not itself */

/* Used by the inline functions below: puts the next visit of `around` on the stack if only the lane
 * is there. */
void archive_innermost_take_around(struct archive_innermost *innermost);

/* Ends the current stretch at `until`, unless no time has passed. */
static inline void archive_innermost_pass(struct archive_innermost *innermost, uint64_t until)
{
    if (until <= innermost->now)
        return;
    if (innermost->count == INNERMOST_ROOM)
        archive_innermost_flush(innermost);
    innermost->stretches[innermost->count++] = (struct archive_innermost_stretch){
        until, archive_visit_stack_top(&innermost->stack)->node, innermost->begun};
    innermost->now = until;
    innermost->begun = 0;
}

static inline void archive_innermost_leave(struct archive_innermost *innermost)
{
    archive_visit_stack_leave(&innermost->stack);
    if (innermost->stack.depth == 1)
        archive_innermost_take_around(innermost);
}

/* Moves on to the start of an act, and leaves the visits that have ended by then. Starts must not
 * decrease. */
static inline void archive_innermost_reach(struct archive_innermost *innermost, uint64_t start)
{
    while (archive_visit_stack_has_ended(&innermost->stack, start)) {
        archive_innermost_pass(innermost, archive_visit_stack_top(&innermost->stack)->end);
        archive_innermost_leave(innermost);
    }
    uint64_t most = archive_visit_stack_top(&innermost->stack)->end;
    archive_innermost_pass(innermost, start < most ? start : most);
}

/* Enters an act whose start was reached. */
static inline void archive_innermost_enter(struct archive_innermost *innermost, uint64_t end,
                                           uint32_t node)
{
    innermost->begun += innermost->now < innermost->end;
    archive_visit_stack_enter(&innermost->stack, end, node);
}

/* Enters an act that began before `now`: it makes no stretch, but may still be open. */
static inline void archive_innermost_skip(struct archive_innermost *innermost, uint64_t start,
                                          uint64_t end, uint32_t node)
{
    while (archive_visit_stack_has_ended(&innermost->stack, start))
        archive_innermost_leave(innermost);
    archive_visit_stack_enter(&innermost->stack, end, node);
}

#endif
