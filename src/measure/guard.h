/* guard.h: one lock for everything rare: registering, starting and ending lanes, forking.
 *
 * Signals are blocked while it is held, so that a handler with probes cannot meet it half-way, and
 * the thread cannot be cancelled. No probe takes it except on its first visit. */
#ifndef MEASURE_GUARD_H
#define MEASURE_GUARD_H

#include <signal.h>

void guard_enter(sigset_t *before);
void guard_leave(const sigset_t *before);

#endif
