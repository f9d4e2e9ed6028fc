/* samples.h: samples the program counter, to estimate the time of functions that run natively. */
#ifndef MEASURE_LOOPS_SAMPLES_H
#define MEASURE_LOOPS_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

/* Begins sampling, once. If it is not possible, there is no message; shares of run time are unknown
 * then. */
void samples_begin(void);

/* Makes room for functions up to that number; samples of later ones count as outside. */
void samples_room(uint32_t functions);

/* Samples this thread from now on. Call it without the guard. */
void samples_thread(void);

/* Ends all sampling. */
void samples_end(void);

/* In a forked child: makes a file of its own and continues with this thread. The guard must be
 * held. False with errno. */
bool samples_fork(void);

#endif
