/* leave_coroutines.c: interposes swapcontext and setcontext: several stacks in one thread. The
 * current context and the folds belong to a stack. A coroutine begins below the context that is
 * current at its first activation, and later continues where it was. */
#include "measure/loops/leave.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_real.h"
#include "measure/loops/leave_walk.h"
#include "measure/loops/times.h"

#include <errno.h>
#include <ucontext.h>

/* The state of a stack that is left, stored on it. */
struct place {
    struct format_context **thread; /* the thread that it belongs to */
    struct format_context *current;
    uint32_t note; /* of the current context, which other stacks may share */
    struct folds *folds;
    struct leave_signal *signals;
};

/* Separate functions, since the stack may continue in another thread: no address of thread-local
 * memory may be kept across the switch. */
__attribute__((noinline)) static void leave(struct place *place)
{
    times_fold(contexts_current, NULL);
    bool is_function = contexts_current->function < FORMAT_CONTEXT_SIGNAL;
    *place = (struct place){.thread = &contexts_current,
                            .current = contexts_current,
                            .note = is_function ? contexts_current->note : 0,
                            .folds = folds_begin(),
                            .signals = leave_signals};
    leave_signals = NULL;
    leave_stacks(1);
}

__attribute__((noinline)) static void come_back(const struct place *place)
{
    if (place->thread == &contexts_current) {
        contexts_current = place->current;
        leave_signals = place->signals;
        folds_end(place->folds);
        if (place->note)
            contexts_current->note = place->note;
        leave_stacks(-1);
    } else { /* contexts belong to one thread */
        folds_end(NULL);
        leave_signals = NULL;
        leave_lose_track();
    }
}

LEAVE_STAND_IN int swapcontext(ucontext_t *from, const ucontext_t *to)
{
    struct place place;
    leave(&place);
    int result = LEAVE_REAL(swapcontext)(from, to);
    int saved = errno;
    come_back(&place);
    errno = saved;
    return result;
}

/* The stack that it leaves may continue, or not. */
LEAVE_STAND_IN int setcontext(const ucontext_t *to)
{
    leave_lose_track();
    return LEAVE_REAL(setcontext)(to);
}
