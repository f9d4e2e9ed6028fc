/* sum.h: the checksum of plans and of files that a manifest lists. */
#ifndef FORMAT_SUM_H
#define FORMAT_SUM_H

#include <stdint.h>

/* Continues a checksum with this many words of 8 bytes. */
static inline uint64_t format_sum(uint64_t sum, const void *from, uint64_t words)
{
    const uint64_t *word = (const uint64_t *)from;
    for (uint64_t i = 0; i < words; i++) {
        sum = (sum ^ word[i]) * UINT64_C(0x9e3779b97f4a7c15);
        sum ^= sum >> 32;
    }
    return sum;
}

#endif
