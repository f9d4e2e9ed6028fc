/* timens.h: the time namespace that this process is in. */
#ifndef MEASURE_TIMENS_H
#define MEASURE_TIMENS_H

#include <stdint.h>

/* By how much its clocks are ahead of the machine's, ns; wraps around. 0 before timens_read(). */
extern uint64_t timens_monotonic, timens_boottime;

/* When the process begins, also by a fork. */
void timens_read(void);

#endif
