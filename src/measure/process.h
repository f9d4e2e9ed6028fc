/* process.h: the beginning and the end of measuring in this process, and its forks. */
#ifndef MEASURE_PROCESS_H
#define MEASURE_PROCESS_H

#include <stdbool.h>

/* Joins or makes the archive at the first call. True if this process is measured, at later calls,
 * too. The guard must be held. */
bool measure_process_start(void);

/* Like measure_process_start(), but the costs of a probe are calibrated only when
 * measure_process_start() is called, too: for measuring that may never reach a probe. */
bool measure_process_start_without_probes(void);

/* True if it is known that this process is never measured, because measuring is switched off. The
 * guard need not be held. */
bool measure_process_is_off(void);

/* For a fork that the C library does not announce: call the first before it, then the second in the
 * parent and the third in the child. Measuring must have begun. */
void measure_process_before_fork(void);
void measure_process_after_fork(void);
void measure_process_forked(void);

/* Number of forks between this process and the one that began. */
extern __attribute__((visibility("hidden"))) unsigned process_forks;

enum { PROCESS_ALSO = 2 }; /* limit of further functions, of each of the following kinds */

/* Adds a function that a forked child calls; it returns false with errno if it fails. */
void measure_process_at_fork(bool (*also)(void));

/* Adds a function that is called at the end of the process, before the lane of the ending
 * thread ends. */
void measure_process_at_end(void (*also)(void));

#endif
