/* timens.h: the clock offsets of the time namespace that this process is in. */
#ifndef MEASURE_TIMENS_H
#define MEASURE_TIMENS_H

#include <stdint.h>

/* Offsets of the namespace's clocks from those of the machine in ns; they may wrap around. 0 before
 * timens_read(). */
extern uint64_t timens_monotonic, timens_boottime;

/* Reads the offsets; call it when a process begins, also by a fork. */
void timens_read(void);

#endif
