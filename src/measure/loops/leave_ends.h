/* leave_ends.h: the ends of threads, and of the process. */
#ifndef MEASURE_LOOPS_LEAVE_ENDS_H
#define MEASURE_LOOPS_LEAVE_ENDS_H

#include "measure/loops/leave_folds.h"

#include <pthread.h>

/* Prepare before the program runs, and in a forked child. */
void leave_ends_begin(void);
void leave_ends_fork(bool is_counted);

/* Notes that this thread is counted, so that its end is noticed. */
void leave_ends_thread(void);

/* False in a child that shares its parent's memory until it calls exec, and in a child of a bare
 * fork system call that was not noticed yet. */
bool leave_ends_is_own(void);

/* Closes all contexts when this thread ends the process. */
void leave_ends_process(void);

/* leave_ends_exec() closes the contexts before an exec of this process, or of a child that shares
 * its memory; leave_ends_no_exec() reopens them if it failed. */
void leave_ends_exec(void);
void leave_ends_no_exec(void);

/* leave_ends_cancel() notes that a thread is to be cancelled; leave_ends_is_cancelled() is true if
 * this thread may be; leave_ends_cancelled() is called when it is about to end by it, so that it is
 * forgotten afterwards, even if it is not counted. */
void leave_ends_cancel(pthread_t thread);
bool leave_ends_is_cancelled(void);
void leave_ends_cancelled(void);

/* True while this thread is in abort(). */
extern LEAVE_TLS bool leave_is_aborting;

#endif
