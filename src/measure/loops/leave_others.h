/* leave_others.h: the other threads of a process that ends. */
#ifndef MEASURE_LOOPS_LEAVE_OTHERS_H
#define MEASURE_LOOPS_LEAVE_OTHERS_H

#include <stdbool.h>

/* Changes the number of threads that are counted. */
void leave_others_one_more(int more);
/* In a forked child: at most this thread is counted. */
void leave_others_fork(bool is_counted);

/* Closes the contexts of all other threads: their open calls do not return. */
void leave_others(void);

#endif
