/* leave_cancel.c: cancelled threads. The C library cancels a thread by a signal of its own; the
 * handler is replaced by an entry that calls it, so that unwinding begins in the original code. A
 * thread that was not waiting when it was cancelled ends at its next cancellation point, which is
 * not visible here. */
#include "measure/core.h"
#include "measure/listen.h"
#include "measure/loops/leave.h"
#include "measure/loops/leave_ends.h"
#include "measure/loops/leave_real.h"
#include "measure/loops/samples.h"
#include "measure/loops/signals.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CANCEL = 32 }; /* refused by the C library's sigaction */

#define CALLER ((uint64_t)(uintptr_t)__builtin_return_address(0))

static signals_function *own; /* the C library's handler */
static pthread_once_t once = PTHREAD_ONCE_INIT;

static bool exchange(const struct signals_kernel_action *action, struct signals_kernel_action *old)
{
    return !syscall(SYS_rt_sigaction, CANCEL, action, old, sizeof action->mask);
}

/* Calls the C library's handler: the thread ends there, or continues. */
static void cancel(int number, siginfo_t *info, void *context)
{
    leave_exit_thread(0);
    own(number, info, context);
    leave_stay();
}

static void entry(int number, siginfo_t *info, void *context)
{
    if (info->si_code != SI_TKILL)
        return; /* a late sample */
    leave_ends_cancelled();
    if (listen_busy)
        own(number, info, context); /* with cancellation disabled */
    else
        signals_run(number, info, context, cancel);
}

static void *wait_for(void *lock)
{
    tri_core.be_busy(true); /* this thread and its lock are not the program's */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_mutex_lock(lock);
    pthread_mutex_unlock(lock);
    return NULL;
}

/* Finds the C library's handler: it installs it when the first thread is cancelled, here one that
 * has disabled cancellation. */
static void prepare(void)
{
    pthread_t thread;
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    struct signals_kernel_action before, action;
    if (!exchange(NULL, &before))
        return;
    pthread_mutex_lock(&lock);
    bool made = pthread_create(&thread, NULL, wait_for, &lock) == 0;
    if (made)
        LEAVE_REAL(pthread_cancel)(thread);
    pthread_mutex_unlock(&lock);
    if (!made)
        return;
    pthread_join(thread, NULL);
    if (!exchange(NULL, &action) || action.handler == before.handler)
        return;
    own = action.handler;
    action.handler = entry;
    exchange(&action, NULL);
}

LEAVE_STAND_IN int pthread_cancel(pthread_t thread)
{
    samples_end(); /* the C library's handler interrupts system calls */
    tri_core.be_busy(true);
    pthread_once(&once, prepare);
    tri_core.be_busy(false);
    leave_ends_cancel(thread);
    return LEAVE_REAL(pthread_cancel)(thread);
}

LEAVE_STAND_IN void pthread_testcancel(void)
{
    if (!leave_ends_is_cancelled())
        return; /* otherwise it might be cancelled between here and there */
    leave_ends_cancelled();
    leave_exit_thread(CALLER);
    LEAVE_REAL(pthread_testcancel)();
    leave_stay();
}
