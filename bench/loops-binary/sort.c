/* sort.c: integers, by counting what goes into which bucket, and by their digits. */
#include "random.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEYS = 1 << 19, LARGEST = 1 << 15, DIGITS = 256 };

static uint32_t keys[KEYS], other[KEYS], ranks[LARGEST + 1];

static void rank_keys(void)
{
    memset(ranks, 0, sizeof ranks);
    for (int i = 0; i < KEYS; i++)
        ranks[keys[i] & (LARGEST - 1)]++;
    for (int i = 1; i < LARGEST; i++)
        ranks[i] += ranks[i - 1];
}

static void sort_by_digit(const uint32_t *from, uint32_t *to, int shift)
{
    uint32_t place[DIGITS + 1] = {0};
    for (int i = 0; i < KEYS; i++)
        place[(from[i] >> shift & 255) + 1]++;
    for (int i = 0; i < DIGITS; i++)
        place[i + 1] += place[i];
    for (int i = 0; i < KEYS; i++)
        to[place[from[i] >> shift & 255]++] = from[i];
}

int main(int count, char **arguments)
{
    uint64_t state = 1, sum = 0;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        for (int i = 0; i < KEYS; i++)
            keys[i] = random_next(&state);
        rank_keys();
        for (int shift = 0; shift < 32; shift += 16) {
            sort_by_digit(keys, other, shift);
            sort_by_digit(other, keys, shift + 8);
        }
        for (int i = 1; i < KEYS; i++)
            sum += (uint64_t)(keys[i] < keys[i - 1]) * 1000000 + ranks[keys[i] & (LARGEST - 1)];
    }
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
