/* leave_ends.h: the ends of threads, and of the process. */
#ifndef MEASURE_LOOPS_LEAVE_ENDS_H
#define MEASURE_LOOPS_LEAVE_ENDS_H

#include "measure/loops/leave_folds.h"

#include <pthread.h>

/* Before the program runs; and in a forked child. */
void leave_ends_begin(void);
void leave_ends_fork(bool is_counted);

/* This thread is counted: its end is to be known. */
void leave_ends_thread(void);

/* False: a child that shares the memory until it executes something; or one that was forked by a
 * bare system call and is not known yet. */
bool leave_ends_is_own(void);

/* The process ends, by this thread. */
void leave_ends_process(void);

/* It executes something else, or has failed to; or a child does that shares its memory. */
void leave_ends_exec(void);
void leave_ends_no_exec(void);

/* A thread is to be cancelled, as soon as it heeds that; whether this one may be; it is about to,
 * and to be forgotten when it has ended, also if it is not counted. */
void leave_ends_cancel(pthread_t thread);
bool leave_ends_is_cancelled(void);
void leave_ends_cancelled(void);

/* Whether this thread is in abort(). */
extern LEAVE_TLS bool leave_is_aborting;

#endif
