/* leave_walk.h: the calls that are open in this thread, with their contexts. */
#ifndef MEASURE_LOOPS_LEAVE_WALK_H
#define MEASURE_LOOPS_LEAVE_WALK_H

#include "measure/loops/contexts.h"
#include "measure/loops/leave_sites.h"

#include <signal.h>
#include <stddef.h>

/* A measured function on the stack. */
struct leave_frame {
    struct format_context *context;    /* NULL: it is not known */
    struct leave_site site;            /* of its call, or of where it was interrupted */
    uint64_t stack;                    /* pointer, at its call */
    size_t folds;                      /* that are left when it goes on */
    const struct leave_signal *signal; /* the innermost one whose handler it is inside of */
    bool interrupted;                  /* by a signal: it is not in a call */
};

/* A signal whose handler runs; in the stack of what calls that. */
struct leave_signal {
    struct leave_signal *outer;
    struct format_context *current, *leaf; /* that were interrupted; NULL: it is no leaf */
    struct folds *folds;
    void *registers;        /* of what was interrupted: see signals_get() */
    uint64_t pc, stack;     /* of the original; as the unwinder is to see it */
    struct leave_site site; /* of it; node 0: it was not counting */
    uint64_t more;          /* the unwinder is to see a stack pointer that is so much higher */
    uint64_t kept_pc, kept_stack; /* while the unwinder sees the others */
    uint64_t low, high; /* of the stack, if it is another one than that of what was interrupted */
};

extern CONTEXTS_TLS struct leave_signal *leave_signals; /* the innermost one */

/* Called from the innermost one on; false: no more. */
typedef bool leave_visit(const struct leave_frame *frame, void *data);

/* False: the stack cannot be walked. With `from`, a return address, frames further inside than that
 * one are left out, and `stack` is set to its pointer. */
bool leave_walk(uint64_t from, uint64_t *stack, leave_visit *visit, void *data);

/* A signal has come: if it was a fault in there, this does not return. */
void leave_walk_fault(int number, const siginfo_t *info, const void *context);

/* Finds what is needed for that, before the program runs. */
void leave_walk_prepare(void);

#endif
