/* visit_stack.h: the visits of a lane that are open at a moment, while its events are read in the
 * order of their starts. The lane itself is at the bottom, the innermost visit on top:
 *
 *     lane      ───────────────────────────────
 *     solve         ────────────────────
 *     exchange         ─────    ──────
 *                       ↑ here the stack is: lane, solve, exchange
 *
 * A reader takes each event in three steps:
 *
 *     while (archive_visit_stack_has_ended(&stack, start))
 *         ... use archive_visit_stack_top(&stack), then archive_visit_stack_leave(&stack);
 *     ... the time up to `start` belongs to the top
 *     archive_visit_stack_enter(&stack, end, node);
 *
 * The functions are inline because some readers take hundreds of millions of events. */
#ifndef ARCHIVE_EVENTS_VISIT_STACK_H
#define ARCHIVE_EVENTS_VISIT_STACK_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct archive_visit {
    uint64_t end;   /* no later than that of the visit around it */
    uint64_t value; /* the user's own; 0 when the visit is entered */
    uint32_t node;  /* row */
    uint32_t mark;  /* the user's own; 0 when the visit is entered */
};

struct archive_visit_stack {
    struct archive_visit *all; /* the lane itself is all[0] */
    size_t depth, room;
};

/* Starts a lane, which ends at `end` and whose own node is `node`. */
void archive_visit_stack_begin(struct archive_visit_stack *stack, uint64_t end, uint32_t node);

/* Makes room for one more visit. */
void archive_visit_stack_grow(struct archive_visit_stack *stack);

/* Frees the members, not the stack itself. */
void archive_visit_stack_free(struct archive_visit_stack *stack);

/* Returns the innermost visit. The pointer is valid until the next one is entered. */
static inline struct archive_visit *archive_visit_stack_top(const struct archive_visit_stack *stack)
{
    return &stack->all[stack->depth - 1];
}

/* True if the innermost visit had ended at that moment. The lane itself never has. */
static inline bool archive_visit_stack_has_ended(const struct archive_visit_stack *stack,
                                                 uint64_t moment)
{
    return stack->depth > 1 && archive_visit_stack_top(stack)->end <= moment;
}

static inline void archive_visit_stack_leave(struct archive_visit_stack *stack)
{
    assert(stack->depth > 0);
    stack->depth--;
}

/* Leaves all visits that had ended at that moment. */
static inline void archive_visit_stack_leave_ended(struct archive_visit_stack *stack,
                                                   uint64_t moment)
{
    while (archive_visit_stack_has_ended(stack, moment))
        archive_visit_stack_leave(stack);
}

/* Enters a visit. It ends no later than the visit around it, even in a damaged archive. Returns
 * it. */
static inline struct archive_visit *archive_visit_stack_enter(struct archive_visit_stack *stack,
                                                              uint64_t end, uint32_t node)
{
    assert(stack->depth > 0);
    uint64_t most = archive_visit_stack_top(stack)->end;
    if (stack->depth == stack->room)
        archive_visit_stack_grow(stack);
    struct archive_visit *visit = &stack->all[stack->depth++];
    *visit = (struct archive_visit){.end = end < most ? end : most, .node = node};
    return visit;
}

#endif
