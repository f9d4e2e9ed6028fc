/* speed.c: see speed.h */
#include "script/agents/agent/speed.h"

#include <time.h>

enum { ATTEMPTS = 5, ROUNDS = 200000 };

static double cpu_time(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Integers, numbers and a dependence from round to round, as most programs have. */
static double compute(void)
{
    uint64_t bits = 88172645463325252u;
    double sum = 0;
    for (int i = 0; i < ROUNDS; i++) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        sum = sum * 0.999 + (double)(bits & 1023);
    }
    return sum;
}

uint32_t agent_speed(void)
{
    volatile double kept = 0;
    double best = 0;
    for (int i = 0; i < ATTEMPTS; i++) {
        double start = cpu_time();
        kept += compute();
        double passed = cpu_time() - start;
        if (passed > 0 && ROUNDS / passed > best)
            best = ROUNDS / passed;
    }
    (void)kept; /* it is there so that nothing is optimised away */
    return best > 1 ? (uint32_t)best : 1;
}
