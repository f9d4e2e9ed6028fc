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

/* Returns a checksum of this many words of 8 bytes, made of four of every fourth word: a processor
 * computes these at the same time. */
static inline uint64_t format_sum_wide(const void *from, uint64_t words)
{
    const uint64_t *word = (const uint64_t *)from;
    uint64_t sums[4] = {1, 2, 3, 4}, i = 0;
    for (; i + 4 <= words; i += 4) {
        sums[0] = format_sum(sums[0], word + i, 1);
        sums[1] = format_sum(sums[1], word + i + 1, 1);
        sums[2] = format_sum(sums[2], word + i + 2, 1);
        sums[3] = format_sum(sums[3], word + i + 3, 1);
    }
    return format_sum(format_sum(words, sums, 4), word + i, words - i);
}

#endif
