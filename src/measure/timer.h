/* timer.h: calls a function every so often in each thread, by the thread's own CPU time. */
#ifndef MEASURE_TIMER_H
#define MEASURE_TIMER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* Called in a signal handler with all signals blocked. `periods` is how many have passed since the
 * last call: the kernel may not be able to keep up with short ones. `room`: how many bytes of the
 * alternate stack are left; SIZE_MAX: the handler runs on another stack. */
typedef void measure_timer_function(const ucontext_t *interrupted, unsigned periods, size_t room);

enum { TIMER_SIGNAL = 32 }; /* the signal that calls it: SIGCANCEL of the C library */

/* Prepares the timers, once. False if the C library already uses their signal. */
bool measure_timer_begin(measure_timer_function *function, uint64_t period);

/* Starts the timer of this thread, unless it has one. False if it has none. Call it without the
 * guard. */
bool measure_timer_thread(void);

/* Stops the timers of all threads. */
void measure_timer_end(void);

/* In a forked child, which inherits no timers: starts one for this thread. */
void measure_timer_fork(void);

#endif
