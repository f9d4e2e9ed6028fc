/* listen.h: what all collectors share: observing a program that was not rebuilt. The library that
 * `triptych run` preloads contains the probes and the collectors. A collector defines functions of
 * libc, or is called by a runtime library, and records what it sees as acts (act.h). It must not
 * change what the program sees: errno, return values, cancellation. */
#ifndef MEASURE_LISTEN_H
#define MEASURE_LISTEN_H

#include "format/place.h"

#include <stdbool.h>
#include <stdint.h>

/* Nonzero while this thread is inside Triptych: its calls are then not the program's. */
extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) unsigned listen_busy;

/* The active collectors of this process: enum format_collector; 0 before measuring began and where
 * nothing is measured. */
extern __attribute__((visibility("hidden"))) uint32_t listen_to;

/* True if a collector is to record the call that this thread is making. */
static inline bool measure_listen_hears(enum format_collector collector)
{
    return __atomic_load_n(&listen_to, __ATOMIC_RELAXED) & collector && !listen_busy;
}

/* Notes that this library contains the collectors; call it before measuring begins. */
void measure_listen_is_preloaded(void);

/* Starts the collectors, if this library has them, when measuring begins, and stores in *shown
 * which they are; the guard must be held. */
void measure_listen_started(uint32_t collects, uint8_t *shown);

/* Stops the collectors when measuring ends; the guard must be held. */
void measure_listen_ended(void);

/* Prepares the collectors, once, before anything else begins; called by the library itself, and by
 * one that was loaded later but is initialised earlier. */
void measure_listen_prepare(void);

/* Makes this process a place, if it may be one, because it does something worth measuring. A
 * process that the command starts becomes a place when it starts threads or has probes, but not for
 * its I/O. */
void measure_listen_begin(void);

#endif
