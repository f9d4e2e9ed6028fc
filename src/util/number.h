/* number.h: sums that stay at the largest number instead of starting again at zero. */
#ifndef UTIL_NUMBER_H
#define UTIL_NUMBER_H

#include <stdint.h>

static inline uint64_t number_add(uint64_t a, uint64_t b)
{
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static inline uint64_t number_minus(uint64_t a, uint64_t b) /* never below zero */
{
    return a > b ? a - b : 0;
}

/* a * b / c, exact in between; c is not 0. */
static inline uint64_t number_scale(uint64_t a, uint64_t b, uint64_t c)
{
    unsigned __int128 result = (unsigned __int128)a * b / c;
    return result > UINT64_MAX ? UINT64_MAX : (uint64_t)result;
}

#endif
