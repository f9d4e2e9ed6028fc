/* leave_walk.h: walks the open calls of this thread, with their contexts. */
#ifndef MEASURE_LOOPS_LEAVE_WALK_H
#define MEASURE_LOOPS_LEAVE_WALK_H

#include "measure/loops/contexts.h"
#include "measure/loops/leave_sites.h"

#include <signal.h>
#include <stddef.h>

/* A measured function on the stack. */
struct leave_frame {
    struct format_context *context;    /* NULL: unknown */
    struct leave_site site;            /* site of its call, or of the interruption */
    uint64_t stack;                    /* stack pointer at its call */
    size_t folds;                      /* number of folds that remain when it continues */
    const struct leave_signal *signal; /* the innermost signal whose handler it is inside of */
    bool interrupted;                  /* by a signal: it is not in a call */
};

/* A signal whose handler runs. */
struct leave_signal {
    struct leave_signal *outer;
    uint32_t number; /* of open signals when it began */
    uint64_t here;   /* an address in the frame of the function that calls the handler */
    struct format_context *current,
        *leaf; /* the contexts that were interrupted; leaf is NULL if it was no leaf */
    struct folds *folds;
    void *registers;              /* of the interrupted code: see signals_get() */
    uint64_t pc, stack;           /* of the original code, as the unwinder is to see them */
    struct leave_site site;       /* site of the interruption; node 0: it was not counting */
    uint64_t more;                /* bytes to add to the stack pointer that the unwinder sees */
    uint64_t kept_pc, kept_stack; /* the real values, while the unwinder sees the others */
    uint64_t low,
        high; /* bounds of the handler's stack, if it differs from that of the interrupted code */
};

extern CONTEXTS_TLS struct leave_signal *leave_signals; /* the innermost signal */

/* Makes a signal the innermost one. It is copied to memory of the thread, unless there are too many
 * open ones: when unwinding has left its handler, the stack is used again before that is noticed.
 */
void leave_signal_begin(struct leave_signal *signal);
/* Ends the innermost one. */
void leave_signal_end(void);

/* Called for each frame, innermost first; false ends the walk. */
typedef bool leave_visit(const struct leave_frame *frame, void *data);

/* Walks the stack. False if that is not possible. With `from`, a return address, frames inside that
 * one are skipped, and *stack is set to its stack pointer. */
bool leave_walk(uint64_t from, uint64_t *stack, leave_visit *visit, void *data);

/* Called for each signal: if it was a fault during a walk, this does not return. */
void leave_walk_fault(int number, const siginfo_t *info, const void *context);

/* Finds the functions of the unwinder, before the program runs. */
void leave_walk_prepare(void);

#endif
