/* copies.h: a number that changes whenever a copy may be stale that a thread has made of what
 * others can change: the mode of a region, the entries of callers, whether a collector listens,
 * whether the binary is counted, too. A collector's quick path compares one number instead of all
 * of these, each in a page of its own. */
#ifndef MEASURE_COPIES_H
#define MEASURE_COPIES_H

#include <stdint.h>

/* Never 0. */
extern __attribute__((visibility("hidden"))) uint32_t copies_generation;

static inline uint32_t measure_copies_now(void)
{
    return __atomic_load_n(&copies_generation, __ATOMIC_RELAXED);
}

/* Makes all copies stale. Call it after the change. */
void measure_copies_are_stale(void);

#endif
