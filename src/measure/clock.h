/* clock.h: the clock of the place. All times of a place are ticks of this one clock. */
#ifndef MEASURE_CLOCK_H
#define MEASURE_CLOCK_H

#include "format/place.h"

#include <stdint.h>

/* The clock in use: enum format_clock. */
extern __attribute__((visibility("hidden"))) uint32_t clock_kind;

/* Chooses the clock. Must be called before measure_clock_now(). */
void measure_clock_start(uint32_t wanted);
/* Returns the rate of the clock. */
uint64_t measure_clock_ticks_per_second(void);
/* Reads the place's clock and the system's clocks at the same moment, so that readers can convert
 * ticks to time. */
void measure_clock_moment(struct format_moment *moment);
/* Reads a clock that is not the hardware counter, in ns; after measure_clock_freeze(), returns the
 * ticks of that moment. */
uint64_t measure_clock_slow(void);
/* Stops the hardware counter at this moment if it is the clock: from now on, this thread may not
 * read it. */
void measure_clock_freeze(void);

/* Reads the hardware counter, without a barrier: a probe costs what its clock costs. */
static inline uint64_t measure_clock_counter(void)
{
#if defined __aarch64__
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#elif defined __x86_64__
    uint64_t low, high; /* of 64 bits: the instruction clears the upper halves of both registers */
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return high << 32 | low;
#else
    return measure_clock_slow();
#endif
}

static inline uint64_t measure_clock_now(void)
{
    if (__builtin_expect(clock_kind == FORMAT_CLOCK_COUNTER, 1))
        return measure_clock_counter();
    return measure_clock_slow();
}

#endif
