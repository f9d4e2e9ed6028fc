/* pair.c: what a call with a pair of probes costs, beside a bare clock read and a bare call.
 * Prints, in ns: the clock read, the bare call, the call with probes, and the latter two of a leaf.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void bare(long value);
void bare_leaf(long value);
void probed(long value);
void probed_leaf(long value);

enum { ROUNDS = 15 };

static inline uint64_t read_counter(void)
{
#if defined __aarch64__
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#else
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    return (uint64_t)high << 32 | low;
#endif
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec * 1e9 + (double)time.tv_nsec;
}

static void keep_least(double *least, double started, long calls)
{
    double each = (now() - started) / (double)calls;
    if (each < *least)
        *least = each;
}

/* A call costs the same whatever it is called: through one pointer, so that all are called alike.
 */
static void run_calls(void (*routine)(long), long calls, double *least)
{
    double started = now();
    for (long i = 0; i < calls; i++)
        routine(i);
    keep_least(least, started, calls);
}

int main(int argc, char **argv)
{
    long calls = argc > 1 ? atol(argv[1]) : 2000000;
    double clock = 1e9, least[4] = {1e9, 1e9, 1e9, 1e9};
    volatile uint64_t sink;
    if (argc > 2) { /* a filter is sent meanwhile */
        probed(0);
        getchar();
    }
    for (int round = 0; round < ROUNDS; round++) {
        double started = now();
        for (long i = 0; i < calls; i++)
            sink = read_counter();
        keep_least(&clock, started, calls);
        run_calls(bare, calls, &least[0]);
        run_calls(probed, calls, &least[1]);
        run_calls(bare_leaf, calls, &least[2]);
        run_calls(probed_leaf, calls, &least[3]);
    }
    (void)sink;
    printf("%.4f %.4f %.4f %.4f %.4f\n", clock, least[0], least[1], least[2], least[3]);
    return 0;
}
