/* noise.h: numbers that look random and are the same in every run with the same seed. */
#ifndef SCRIPT_SCHEDULE_NOISE_H
#define SCRIPT_SCHEDULE_NOISE_H

#include <stdint.h>

/* Returns a number from 0 to less than 1; splitmix64 (Steele, Lea, Flood 2014). */
static inline double script_schedule_noise(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
