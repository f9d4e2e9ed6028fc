/* leave_folds.h: ways back that no context knows: where a call went to a context further up.
 *
 * They belong to a stack: each coroutine and each signal handler has its own. */
#ifndef MEASURE_LOOPS_LEAVE_FOLDS_H
#define MEASURE_LOOPS_LEAVE_FOLDS_H

#include "measure/loops/contexts.h"
#include "measure/loops/quick.h"

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

/* Makes room for one more. False: there is no memory. */
bool folds_make_room(void);

/* False: there is no room, and none may be made. */
static inline bool folds_push(struct fold fold, bool may_make)
{
    struct folds *folds = folds_own;
    if (!folds || folds->count == folds->room) {
        if (!may_make)
            return false;
        if (!folds_make_room())
            return true; /* it will be found upwards, or be lost */
        folds = folds_own;
    }
    if (fold.again) {
        fold.note = fold.again->note;
        fold.again->note = 0;
    }
    folds->all[folds->count] = fold;
    __atomic_signal_fence(__ATOMIC_RELEASE); /* a handler may walk the stack */
    folds->count++;
    quick_forget();
    return true;
}

/* Takes off the last one, if it is over when a function goes on with that stack pointer, or is
 * entered with it, and returns it: it may be read until the next one is pushed. NULL: it is not
 * over, or there is none. Who is entered with the pointer of one that was entered, too, comes after
 * it; else that one may have jumped on through a pointer, and will need its way back. */
static inline const struct fold *folds_pop(uint64_t stack, bool entering)
{
    struct folds *folds = folds_own;
    if (!folds || !folds->count)
        return NULL;
    const struct fold *fold = &folds->all[folds->count - 1];
    if (fold->stack > stack || (fold->stack == stack && entering && !fold->entered))
        return NULL;
    folds->count--;
    if (fold->again)
        fold->again->note = fold->note;
    return fold;
}

/* Others for another stack; what was there is returned, and given back when that one has ended. */
struct folds *folds_begin(void);
void folds_end(struct folds *before);

#endif
