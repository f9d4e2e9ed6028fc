/* leave_coroutines.c: swapcontext and setcontext: several stacks in one thread.
 *
 * What is current, and the ways back, belong to a stack. A coroutine begins below what is current
 * when it is first switched to, and goes on where it was. */
#include "measure/loops/leave.h"
#include "measure/loops/leave_folds.h"
#include "measure/loops/leave_real.h"
#include "measure/loops/leave_walk.h"

#include <errno.h>
#include <ucontext.h>

/* Where a stack is left, kept in it. */
struct place {
    struct format_context **thread; /* whose it is */
    struct format_context *current;
    struct folds *folds;
    struct leave_signal *signals;
};

/* These two are functions of their own, since it may come back in another thread: no address of its
 * memory may be kept in between. */
__attribute__((noinline)) static void leave(struct place *place)
{
    *place = (struct place){&contexts_current, contexts_current, folds_begin(), leave_signals};
    leave_signals = NULL;
    leave_stacks(1);
}

__attribute__((noinline)) static void come_back(const struct place *place)
{
    if (place->thread == &contexts_current) {
        contexts_current = place->current;
        leave_signals = place->signals;
        folds_end(place->folds);
        leave_stacks(-1);
    } else { /* contexts belong to a thread */
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

/* What it leaves may come back, or not. */
LEAVE_STAND_IN int setcontext(const ucontext_t *to)
{
    leave_lose_track();
    return LEAVE_REAL(setcontext)(to);
}
