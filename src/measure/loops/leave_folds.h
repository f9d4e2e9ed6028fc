/* leave_folds.h: folds: ways back that the tree of contexts does not contain, because a call went
 * to a context further up (recursion, or a call from unmeasured code). They belong to a stack: each
 * coroutine and each signal handler has its own. */
#ifndef MEASURE_LOOPS_LEAVE_FOLDS_H
#define MEASURE_LOOPS_LEAVE_FOLDS_H

#include "measure/loops/contexts.h"
#include "measure/loops/quick.h"

#include <stddef.h>

#define LEAVE_TLS __thread __attribute__((tls_model("initial-exec")))

struct fold {
    struct format_context *to;
    uint64_t stack; /* stack pointer */
    bool entered;   /* the call came from unmeasured code; otherwise it was a call or jump to a
                       context further up */
    struct format_context *jumped; /* the context that jumped; NULL: it was no jump */
    struct format_context *again;  /* the outer visit of the same function, whose note is in `note`
                                      meanwhile; NULL: none */
    uint32_t note;
};

/* Returns the context that continues after a fold, for that function and stack pointer; NULL if the
 * fold does not match. A function that called itself may have jumped on: then it is the one that
 * jumped, or from which a chain of jumps led to that one. If the chain ended in that function
 * itself, the fold may be an old one: the function continued without asking. */
static inline struct format_context *fold_way(const struct fold *fold, uint32_t function,
                                              uint64_t stack)
{
    if (fold->stack != stack)
        return NULL;
    if (fold->to->function == function)
        return fold->to;
    struct format_context *jumped = fold->jumped;
    while (jumped && jumped != fold->again && jumped->function != function)
        jumped = jumped->back == jumped->parent ? NULL : jumped->parent; /* called, or jumped to */
    return jumped == fold->again ? NULL : jumped;
}

struct folds {
    struct fold *all; /* outermost first */
    size_t count, room;
    struct folds *next; /* next unused set */
};

/* The folds of this thread's present stack; NULL: none yet. */
extern CONTEXTS_TLS struct folds *folds_own;

/* Makes room for one more fold. False if there is no memory. */
bool folds_make_room(void);

/* Pushes a fold. False if there is no room, and none may be made. */
static inline bool folds_push(struct fold fold, bool may_make)
{
    struct folds *folds = folds_own;
    if (!folds || folds->count == folds->room) {
        if (!may_make)
            return false;
        if (!folds_make_room())
            return true; /* it will be found by searching upwards, or be lost */
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

/* Pops the last fold if it is over when a function continues, or is entered, with that stack
 * pointer. Returns it; it is valid until the next push. NULL if it is not over, or if there is
 * none. A call that is entered with the stack pointer of a fold that was entered, too, comes after
 * it; otherwise the fold's function may have jumped on through a pointer, and will need its way
 * back. */
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

/* Drops the folds from a number on, whose functions were left without a return. */
void folds_cut(size_t count);

/* Pops the folds that are over when unmeasured code continues with that stack pointer, although
 * what it called has not returned: its context is current again. */
void folds_leave(uint64_t stack);

/* folds_begin() starts a new set for another stack and returns the present one; folds_end()
 * restores it when that stack has ended. */
struct folds *folds_begin(void);
void folds_end(struct folds *before);

#endif
