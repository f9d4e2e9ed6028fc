/* leave_others.h: the other threads of a process that ends. */
#ifndef MEASURE_LOOPS_LEAVE_OTHERS_H
#define MEASURE_LOOPS_LEAVE_OTHERS_H

#include <stdbool.h>

/* How many threads there are that are counted. */
void leave_others_one_more(int more);
/* In a forked child: this one alone, if at all. */
void leave_others_fork(bool is_counted);

/* All calls that are open in them do not come back. */
void leave_others(void);

#endif
