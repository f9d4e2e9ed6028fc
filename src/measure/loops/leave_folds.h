/* leave_folds.h: ways back that no context knows: where a call went to a context further up.
 *
 * They belong to a stack: each coroutine and each signal handler has its own. */
#ifndef MEASURE_LOOPS_LEAVE_FOLDS_H
#define MEASURE_LOOPS_LEAVE_FOLDS_H

#include "measure/loops/contexts.h"

#include <stddef.h>

#define LEAVE_TLS __thread __attribute__((tls_model("initial-exec")))

struct fold {
    struct format_context *to;
    uint64_t stack; /* pointer */
    bool entered;   /* by somebody who is not measured; else by a call, or jump, further up */
    struct format_context *jumped; /* from there; NULL: it was no jump */
    struct format_context *again;  /* whose function goes on meanwhile, and its note; NULL: none */
    uint32_t note;
};

/* What goes on, of that function and with that stack pointer, when a fold is over; NULL: it does
 * not tell. A function that called itself may have jumped on from there: then it is the one that
 * jumped. */
static inline struct format_context *fold_way(const struct fold *fold, uint32_t function,
                                              uint64_t stack)
{
    if (fold->stack != stack)
        return NULL;
    if (fold->to->function == function)
        return fold->to;
    return fold->jumped && fold->jumped->function == function ? fold->jumped : NULL;
}

struct folds {
    struct fold *all; /* from the outermost one on */
    size_t count, room;
    struct folds *next; /* that is not used */
};

/* Those of the stack that this thread is on; NULL: there are none yet. */
extern CONTEXTS_TLS struct folds *folds_own;

/* False: there is no room, and none may be made. */
bool folds_push(struct fold fold, bool may_make);
/* The last one, if it is over when a function goes on with that stack pointer, or is entered with
 * it; taken off. Who is entered with the pointer of one that was, too, comes after it; else that
 * one may have jumped on through a pointer, and will need its way back. */
bool folds_pop(uint64_t stack, bool entering, struct fold *fold);

/* Others for another stack; what was there is returned, and given back when that one has ended. */
struct folds *folds_begin(void);
void folds_end(struct folds *before);

#endif
