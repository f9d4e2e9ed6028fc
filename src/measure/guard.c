/* guard.c: see guard.h. A spin lock that yields: pthread_mutex_lock is not allowed in a signal
 * handler. */
#include "measure/guard.h"

#include "measure/listen.h"

#include <assert.h>
#include <sched.h>

GUARD_TLS unsigned measure_guard_depth;

static bool held;

void measure_guard_enter(sigset_t *before)
{
    if (measure_guard_depth) {
        measure_guard_depth++;
        return;
    }
    sigset_t all;
    sigfillset(&all); /* includes the cancellation signal: a cancelled thread would hold the guard
                         for ever */
    pthread_sigmask(SIG_BLOCK, &all, before);
    while (__atomic_test_and_set(&held, __ATOMIC_ACQUIRE))
        sched_yield();
    /* only now: a signal handler that came before would find the guard its own and not measure.
     * ThreadSanitizer calls handlers that are pending in the atomic operation above. */
    measure_guard_depth = 1;
    listen_busy++;
}

void measure_guard_leave(const sigset_t *before)
{
    assert(measure_guard_depth > 0);
    if (--measure_guard_depth)
        return;
    listen_busy--;
    __atomic_clear(&held, __ATOMIC_RELEASE);
    pthread_sigmask(SIG_SETMASK, before, NULL);
}
