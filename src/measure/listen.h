/* listen.h: listening to a program that was not rebuilt: what all collectors share.
 *
 * The library that `triptych run` preloads has the probes and the collectors. A collector defines
 * functions of libc, or has itself called by a runtime library, and tells of what it sees as acts
 * (act.h). It must not change what the program sees: errno, return values, cancellation. */
#ifndef MEASURE_LISTEN_H
#define MEASURE_LISTEN_H

#include "format/place.h"

#include <stdbool.h>
#include <stdint.h>

/* Not 0 while this thread is inside of Triptych: what it calls then is not the program's doing. */
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) unsigned listen_busy;

/* What is listened to in this process: enum format_collector; 0 before it began and where nothing
 * is measured. */
extern __attribute__((visibility("hidden"))) uint32_t listen_to;

/* Whether a collector is to tell of a call that this thread makes now. */
static inline bool listen_hears(enum format_collector collector)
{
    return __atomic_load_n(&listen_to, __ATOMIC_RELAXED) & collector && !listen_busy;
}

/* The collectors are there, in this library; before measuring begins. */
void listen_is_preloaded(void);

/* Measuring has begun in this process; with the guard held. */
void listen_started(uint32_t collects);

/* Measuring has ended; the same. */
void listen_ended(void);

/* The process has something to tell: from now on it is a place, if it may be. Processes that the
 * command itself starts become places when they start threads or have probes, not for their I/O. */
void listen_begin(void);

#endif
