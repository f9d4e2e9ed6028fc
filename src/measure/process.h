/* process.h: when measuring begins and ends in this process. */
#ifndef MEASURE_PROCESS_H
#define MEASURE_PROCESS_H

#include <stdbool.h>

/* Joins or makes the archive, once; later calls answer the same: whether there is something to
 * measure into. With the guard held. */
bool process_start(void);

/* The same, but what a probe costs is only found out when process_start() is called, too: for
 * measuring that may never come to a probe. */
bool process_start_without_probes(void);

/* Around a fork that the C library does not tell of: before it, afterwards in the parent, and in
 * the child. Measuring must have begun. */
void process_before_fork(void);
void process_after_fork(void);
void process_forked(void);

/* What else a forked child has to do, once: false with errno if it cannot. */
void process_at_fork(bool (*also)(void));

/* What else is to be done at the end, once: before the lane of the thread that ends it does. */
void process_at_end(void (*also)(void));

#endif
