/* walk.h: collects the return addresses on the stack of this thread, from a call on. */
#ifndef MEASURE_UNWIND_WALK_H
#define MEASURE_UNWIND_WALK_H

#include "measure/unwind/caller.h"

enum {
    WALK_MOST = 32,                  /* most callers */
    WALK_CHECKS = 3 * WALK_MOST + 3, /* for each, a return address, and what it may take to find it:
                                        a frame pointer and a stack pointer */
    WALK_RULES = 256,
    WALK_ROOM = 2304, /* bytes of stack that measure_walk_interrupted() takes at most */
};

/* A word of the stack. The location of the next one follows from those before it. */
struct measure_walk_check {
    const uintptr_t *at;
    uintptr_t value;
};

/* A cache of rules by code address. */
struct measure_walk_rules {
    struct {
        uintptr_t pc;
        struct unwind_rule rule;
    } all[WALK_RULES];
};

struct measure_walk {
    bool is_known; /* the call was found on the stack */
    bool is_cut;   /* there are further, unknown callers */
    unsigned count;
    uintptr_t callers[WALK_MOST + 1]; /* return addresses, the innermost first */
    unsigned check_count;
    struct measure_walk_check checks[WALK_CHECKS]; /* the words that were read, in order */
    uintptr_t pointer, mask; /* the frame pointer at the call; mask is 0 if it was not needed */
};

/* Finds the callers of the routine that called, at `site`, a function of this library with its
 * frame at `frame`. `pointer` is the frame pointer at the call, or 0 if it is saved above `frame`.
 * The frames of libc around main, or around a thread's function, are not included. */
void measure_walk_callers(struct measure_walk_rules *rules, uintptr_t site, uintptr_t frame,
                          uintptr_t pointer, struct measure_walk *walk);

/* A frame on the stack, of a function that has called another one. */
struct measure_walk_frame {
    uintptr_t pc;        /* the return address in it */
    uintptr_t low, high; /* its stack pointer; its canonical address, where the frame ends */
};

/* Finds the frames that called the function whose frame is at `frame`, the innermost first. Returns
 * how many were found, at most `most`. */
unsigned measure_walk_frames(struct measure_walk_rules *rules, uintptr_t frame,
                             struct measure_walk_frame *frames, unsigned most);

/* The registers of an interrupted function. */
struct measure_walk_registers {
    uintptr_t pc, stack, frame;
    uintptr_t link; /* the return address of a function that has not saved it; 0: always saved */
};

/* Finds the return addresses on an interrupted stack, the innermost first, down to the function
 * that began the thread; nothing from `end` on is read, where the stack ends. Returns how many were
 * found, at most `most`; *is_cut: there are further, unknown callers. */
unsigned measure_walk_interrupted(struct measure_walk_rules *rules,
                                  const struct measure_walk_registers *registers, uintptr_t end,
                                  uintptr_t *callers, unsigned most, bool *is_cut);

/* Adds a caller inside all others. */
void measure_walk_add_first(struct measure_walk *walk, uintptr_t caller);

#endif
