/* clock.c: chooses the clock and finds its rate. */
#include "measure/clock.h"

#include "measure/timens.h"

#include <stdbool.h>
#include <time.h>
#if defined __x86_64__
#include <cpuid.h>
#endif

enum { CLOCK_FROZEN = 0 }; /* a kind besides those of enum format_clock */

uint32_t clock_kind = FORMAT_CLOCK_MONOTONIC;
static uint64_t ticks_per_second = 1000000000;
static uint64_t frozen_ticks;

static uint64_t read_ns(clockid_t id)
{
    struct timespec now;
    clock_gettime(id, &now);
    return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

uint64_t measure_clock_slow(void)
{
    if (clock_kind == CLOCK_FROZEN)
        return frozen_ticks;
    return read_ns(clock_kind == FORMAT_CLOCK_CPU ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC);
}

#if defined __aarch64__

static bool counter_is_invariant(void)
{
    return true; /* by the architecture */
}

static uint64_t counter_rate(void)
{
    uint64_t rate;
    __asm__ volatile("mrs %0, cntfrq_el0" : "=r"(rate));
    return rate;
}

#elif defined __x86_64__

static bool counter_is_invariant(void)
{
    unsigned a, b, c, d = 0;
    return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

/* Returns the ticks per second: computed from the crystal if the processor reports it, otherwise
 * measured for two milliseconds. Only short runs depend on it: readers compute the rate from two
 * distant moments. */
static uint64_t counter_rate(void)
{
    unsigned denominator = 0, numerator = 0, crystal = 0, d;
    if (__get_cpuid(0x15, &denominator, &numerator, &crystal, &d) && denominator && numerator &&
        crystal)
        return (uint64_t)crystal * numerator / denominator;
    uint64_t start_ns = read_ns(CLOCK_MONOTONIC), start = measure_clock_counter(), ns;
    do
        ns = read_ns(CLOCK_MONOTONIC) - start_ns;
    while (ns < 2000000);
    return (uint64_t)((double)(measure_clock_counter() - start) * 1e9 / (double)ns);
}

#else

static bool counter_is_invariant(void)
{
    return false;
}

static uint64_t counter_rate(void)
{
    return 0;
}

#endif

void measure_clock_start(uint32_t wanted)
{
    timens_read();
    clock_kind = wanted;
    if (wanted == FORMAT_CLOCK_COUNTER && !counter_is_invariant())
        clock_kind = FORMAT_CLOCK_MONOTONIC;
    if (clock_kind == FORMAT_CLOCK_COUNTER)
        ticks_per_second = counter_rate();
}

uint64_t measure_clock_ticks_per_second(void)
{
    return ticks_per_second;
}

void measure_clock_freeze(void)
{
    if (clock_kind != FORMAT_CLOCK_COUNTER)
        return;
    frozen_ticks = measure_clock_counter();
    clock_kind = CLOCK_FROZEN;
}

/* Reads all clocks at one moment: the counter is read between two readings of the monotonic clock,
 * whose middle is taken. */
void measure_clock_moment(struct format_moment *moment)
{
    uint64_t before = read_ns(CLOCK_MONOTONIC);
    uint64_t ticks = clock_kind == FORMAT_CLOCK_COUNTER ? measure_clock_counter() : frozen_ticks;
    uint64_t after = read_ns(CLOCK_MONOTONIC);
    uint64_t middle = before + (after - before) / 2;
    moment->monotonic = middle - timens_monotonic;
    moment->ticks = clock_kind == FORMAT_CLOCK_MONOTONIC ? middle
                    : clock_kind == FORMAT_CLOCK_CPU     ? moment->monotonic
                                                         : ticks;
    moment->real = read_ns(CLOCK_REALTIME);
}
