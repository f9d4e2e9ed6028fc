/* clocks.h: the time of programs that measure calls, and what two reads of Triptych's clock cost.
 */
#ifndef BENCH_CLOCKS_H
#define BENCH_CLOCKS_H

#include <stdint.h>
#include <time.h>

/* Returns the time in ns. */
static inline double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

/* Returns the ns of two reads of the clock, as Triptych reads it. */
static inline double two_clocks(void)
{
    enum { ROUNDS = 200, PAIRS = 10000 };
    double best = 1e18;
    uint64_t sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        double start = now();
        for (int k = 0; k < PAIRS; k++) {
#ifdef __aarch64__
            uint64_t ticks;
            __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
            sum += ticks;
            __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
            sum += ticks;
#else
            sum += __builtin_ia32_rdtsc();
            sum += __builtin_ia32_rdtsc();
#endif
        }
        double each = (now() - start) / PAIRS;
        best = each < best ? each : best;
    }
    return sum ? best : 0;
}

#endif
