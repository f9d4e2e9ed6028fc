/* alone.h: whether this thread is the only one: a counter needs no atomic operation then. */
#ifndef MEASURE_VOCABULARY_ALONE_H
#define MEASURE_VOCABULARY_ALONE_H

#include <stdbool.h>

extern char __libc_single_threaded __attribute__((weak)); /* the C library's; not in all of them */

/* True while no other thread can count. Signal handlers are not heard meanwhile. */
static inline bool measure_vocabulary_is_alone(void)
{
    return &__libc_single_threaded && __libc_single_threaded;
}

#endif
