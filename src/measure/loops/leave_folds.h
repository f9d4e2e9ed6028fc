/* leave_folds.h: folds: ways back that the tree of contexts does not contain, because a call went
 * to a context further up (recursion, or a call from unmeasured code). They belong to a stack: each
 * coroutine and each signal handler has its own. */
#ifndef MEASURE_LOOPS_LEAVE_FOLDS_H
#define MEASURE_LOOPS_LEAVE_FOLDS_H

#include "measure/loops/contexts.h"
#include "measure/loops/modules.h"
#include "measure/loops/quick.h"

#include <stddef.h>

#define LEAVE_TLS __thread __attribute__((tls_model("initial-exec")))

struct fold {
    struct format_context *to; /* the context that is current again afterwards */
    struct format_context *in; /* the context that was entered */
    uint64_t stack;            /* stack pointer */
    bool entered; /* the call came from unmeasured code; otherwise it was a call or jump to a
                     context further up */
    struct format_context *jumped; /* the context that jumped; NULL: it was no jump */
    struct format_context *again;  /* `in`, if there is an outer visit of it; NULL: none */
    uint32_t note; /* of `to`, if it is a function: calls that begin meanwhile may be
                      in the same context, and change its note */
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

/* Has entries of functions compare their stack pointer with that of the last fold: to be called
 * whenever that is another one. On x86-64 the return address is on the stack when a function is
 * entered. */
static inline void folds_changed(void)
{
#ifdef __x86_64__
    enum { RETURN = 8 };
#else
    enum { RETURN = 0 };
#endif
    const struct folds *folds = folds_own;
    quick_own.stack =
        folds && folds->count ? folds->all[folds->count - 1].stack - RETURN : UINT64_MAX;
}

/* Makes room for one more fold. False if there is no memory. */
bool folds_make_room(void);

/* Pushes a fold. False if there is no room, and none may be made. The function that is entered is
 * in no call yet: its note is empty. */
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
    fold.note = fold.to && fold.to->function < FORMAT_CONTEXT_SIGNAL ? fold.to->note : 0;
    fold.in->note = 0;
    folds->all[folds->count] = fold;
    __atomic_signal_fence(__ATOMIC_RELEASE); /* a handler may walk the stack */
    folds->count++;
    folds_changed();
    quick_forget();
    return true;
}

/* Makes the context current to which a fold leads back, where unmeasured code continues that it
 * called. */
static inline void folds_go_back(const struct fold *fold)
{
    contexts_current = fold->to;
    if (fold->note)
        fold->to->note = fold->note;
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
    folds_changed();
    return fold;
}

/* True if the function of a fold has returned to unmeasured code, which alone may ask: the context
 * that the fold entered, or one that it jumped to, is current, and in no call of such code. `note`
 * is the current context's. */
static inline bool folds_is_returned(const struct fold *fold, const struct format_context *current,
                                     uint32_t note)
{
    if (note || !(fold->entered || fold->jumped))
        return false;
    const struct format_context *first = current;
    while (first != fold->in && first->back != first->parent) /* it was jumped to */
        first = first->parent;
    return first == fold->in &&
           !(modules_function(current->function)->flags & FORMAT_FUNCTION_JUMPS);
}

/* Returns how many of the first `count` folds remain if the function of the last one has returned
 * to unmeasured code; otherwise `count`. Functions that jumped to it have returned, too. */
static inline size_t folds_without_returned(const struct folds *folds, size_t count,
                                            const struct format_context *current, uint32_t note)
{
    if (!count || !folds_is_returned(&folds->all[count - 1], current, note))
        return count;
    const struct fold *fold = &folds->all[--count];
    while (count && fold->jumped && fold[-1].stack == fold->stack &&
           (fold[-1].entered || fold[-1].jumped)) {
        fold--;
        count--;
    }
    return count;
}

/* Pops the folds of the function that has returned to unmeasured code, and of those that jumped to
 * it. Returns the last one; NULL if it has not returned. */
static inline const struct fold *folds_pop_returned(void)
{
    struct folds *folds = folds_own;
    if (!folds)
        return NULL;
    size_t remain =
        folds_without_returned(folds, folds->count, contexts_current, contexts_current->note);
    if (remain == folds->count)
        return NULL;
    folds->count = remain;
    folds_changed();
    return &folds->all[remain];
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
