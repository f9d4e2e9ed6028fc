/* walk.h: the return addresses on the stack of this thread, from a call on. */
#ifndef MEASURE_UNWIND_WALK_H
#define MEASURE_UNWIND_WALK_H

#include "measure/unwind/caller.h"

enum {
    WALK_MOST = 32,                  /* callers */
    WALK_CHECKS = 2 * WALK_MOST + 2, /* a return address and a frame pointer of each */
    WALK_RULES = 256,
};

/* A word of the stack. Where the next one is follows from those before it. */
struct walk_check {
    const uintptr_t *at;
    uintptr_t value;
};

/* Rules that were read before, by the address that they are for. */
struct walk_rules {
    struct {
        uintptr_t pc;
        struct unwind_rule rule;
    } all[WALK_RULES];
};

struct walk {
    bool is_known; /* the call was found on the stack */
    bool is_cut;   /* there are more callers, which are not known */
    unsigned count;
    uintptr_t callers[WALK_MOST + 1]; /* return addresses, the innermost first */
    unsigned check_count;
    struct walk_check checks[WALK_CHECKS]; /* what was read, in order */
    uintptr_t pointer, mask; /* the frame pointer at the call; mask is 0 where it was not needed */
};

/* Finds the callers of the routine that has called, from `site` on the stack, a function of this
 * library, which has its frame at `frame`. `pointer` is the frame pointer at the call; 0: that is
 * saved above `frame`. What libc calls main or a thread's function by is left out. */
void walk_callers(struct walk_rules *rules, uintptr_t site, uintptr_t frame, uintptr_t pointer,
                  struct walk *walk);

/* Adds a caller that is inside of all others. */
void walk_add_first(struct walk *walk, uintptr_t caller);

#endif
