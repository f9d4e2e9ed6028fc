/* random.h: numbers that are the same in every run. */
#ifndef BENCH_RANDOM_H
#define BENCH_RANDOM_H

#include <stdint.h>

static inline uint32_t random_next(uint64_t *state)
{
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*state >> 33);
}

static inline double random_unit(uint64_t *state)
{
    return random_next(state) * (1.0 / 2147483648.0);
}

#endif
