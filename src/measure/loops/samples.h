/* samples.h: where the program counter is, now and then: what functions that stay native take. */
#ifndef MEASURE_LOOPS_SAMPLES_H
#define MEASURE_LOOPS_SAMPLES_H

#include <stdbool.h>
#include <stdint.h>

/* Once. What cannot be sampled is not, without a word: shares of run time are not known then. */
void samples_begin(void);

/* There are functions up to that number now; samples of later ones count as outside. */
void samples_room(uint32_t functions);

/* From now on this thread is sampled. Without the guard. */
void samples_thread(void);

/* Nothing is sampled any more. */
void samples_end(void);

/* In a forked child, with the guard held: a file of its own; this thread goes on with it. */
bool samples_fork(void);

#endif
