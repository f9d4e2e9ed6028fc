/* guard.h: one lock for everything rare: registering, starting and ending lanes, forking.
 *
 * Signals are blocked while it is held, so that a handler with probes cannot meet it half-way, and
 * the thread cannot be cancelled: asynchronous cancellation is a signal, too, and nothing below the
 * guard is a point of cancellation. No probe takes it except on its first visit.
 *
 * A thread that holds it may still come to a probe: where the library calls a function of libc that
 * the program has defined itself (names.h), or that calls such a one (pthread_key_create may call
 * the program's calloc), and in other libraries' handlers of fork(). A visit there is not
 * measured. */
#ifndef MEASURE_GUARD_H
#define MEASURE_GUARD_H

#include <signal.h>
#include <stdbool.h>

#define GUARD_TLS __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))

/* How often this thread has entered it. */
extern GUARD_TLS unsigned guard_depth;

/* Whether this thread holds it. */
static inline bool guard_is_own(void)
{
    return guard_depth != 0;
}

/* Takes it; once more where the thread holds it already. */
void guard_enter(sigset_t *before);
void guard_leave(const sigset_t *before);

#endif
