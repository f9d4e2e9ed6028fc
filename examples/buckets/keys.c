/* keys.c: see keys.h */
#include "keys.h"

/* A random number for a number (splitmix64). */
static uint64_t mix(uint64_t number)
{
    uint64_t z = number * 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

void keys_make(int *keys, long first, long end, int round)
{
    for (long i = first; i < end; i++) {
        uint64_t bits = mix(((uint64_t)round << 40) + (uint64_t)i + 1);
        uint64_t sum =
            (bits & 0xffff) + (bits >> 16 & 0xffff) + (bits >> 32 & 0xffff) + (bits >> 48);
        keys[i - first] = (int)(sum * (KEYS_END / 4) >> 16);
    }
}
