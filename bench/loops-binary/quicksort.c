/* quicksort.c: the C library's, which calls back to compare. */
#include "random.h"

#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 50000 };

static uint32_t keys[KEYS];

static int compare(const void *a, const void *b)
{
    const uint32_t *left = a, *right = b;
    return *left < *right ? -1 : *left > *right;
}

int main(int count, char **arguments)
{
    uint64_t state = 1, sum = 0;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        for (int i = 0; i < KEYS; i++)
            keys[i] = random_next(&state);
        qsort(keys, KEYS, sizeof keys[0], compare);
        sum += keys[0] + keys[KEYS / 2];
    }
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
