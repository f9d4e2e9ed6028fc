/* guard.c: see guard.h. A spin lock that yields: pthread_mutex_lock is not allowed in a signal
 * handler. */
#include "measure/guard.h"

#include "measure/listen.h"

#include <pthread.h>
#include <sched.h>
#include <stdbool.h>

static bool held;
static int cancel_state; /* of the thread that holds it */

void guard_enter(sigset_t *before)
{
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, before);
    int state; /* cancelled now, or in open(), a thread would hold it for ever */
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
    while (__atomic_test_and_set(&held, __ATOMIC_ACQUIRE))
        sched_yield();
    cancel_state = state;
    listen_busy++;
}

void guard_leave(const sigset_t *before)
{
    int state = cancel_state;
    listen_busy--;
    __atomic_clear(&held, __ATOMIC_RELEASE);
    pthread_setcancelstate(state, NULL);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}
