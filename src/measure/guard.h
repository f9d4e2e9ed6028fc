/* guard.h: the one lock for all rare actions: registering regions, starting and ending lanes,
 * forking. While it is held, signals are blocked, so that a handler with probes cannot interrupt
 * half-done work, and the thread cannot be cancelled: asynchronous cancellation is a signal, too,
 * and nothing below the guard is a cancellation point. A probe takes it only on its first visit. A
 * thread that holds it may still reach a probe: where the library calls a libc function that the
 * program has replaced (names.h), or one that calls such a function (pthread_key_create may call
 * the program's calloc), and in other libraries' fork handlers. Such a visit is not measured. */
#ifndef MEASURE_GUARD_H
#define MEASURE_GUARD_H

#include <signal.h>
#include <stdbool.h>

#define GUARD_TLS __thread __attribute__((tls_model("initial-exec"), visibility("hidden")))

/* Number of times that this thread has entered the guard and not left it. */
extern GUARD_TLS unsigned measure_guard_depth;

/* True if this thread holds the guard. */
static inline bool measure_guard_is_own(void)
{
    return measure_guard_depth != 0;
}

/* Takes the guard and blocks signals; *before receives the signal mask. Calls may nest;
 * measure_guard_leave() gets the same mask. */
void measure_guard_enter(sigset_t *before);
/* Leaves the guard; the outermost call restores the signal mask. */
void measure_guard_leave(const sigset_t *before);

#endif
