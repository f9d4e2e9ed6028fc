/* nested.h: memory for described calls that are open inside of one another, where there are more of
 * them than the thread has room for itself. It belongs to the lane, and after it to the next thread
 * that has the lane. */
#ifndef MEASURE_VOCABULARY_NESTED_H
#define MEASURE_VOCABULARY_NESTED_H

#include <stddef.h>

enum nested { NESTED_ACTS, NESTED_CALLS };
enum { NESTED_MOST = 1 << 16 }; /* elements; what is open inside of so many is not recorded */

/* Returns memory for NESTED_MOST elements of that size; NULL if there is none. */
void *measure_vocabulary_nested(enum nested which, size_t size);

/* Prints, once in a process, that something is not recorded. */
void measure_vocabulary_say_nested(void);

#endif
