/* leaf.c: a loop that calls functions of a few instructions, of which one has a loop. */
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noipa))

static APART unsigned mix(unsigned a, unsigned b)
{
    return (a ^ b) * 2654435761U + (a >> 7);
}

static APART unsigned larger(unsigned a, unsigned b)
{
    return a > b ? a - b : b - a + 1;
}

static APART unsigned bits(unsigned a)
{
    unsigned found = 0;
    for (; a; a &= a - 1)
        found++;
    return found;
}

int main(int count, char **arguments)
{
    unsigned sum = 1;
    for (int rounds = count > 1 ? atoi(arguments[1]) : 1; rounds > 0; rounds--) {
        for (unsigned i = 0; i < 1000000; i++) {
            sum = mix(sum, i);
            sum += larger(sum, i);
            sum += bits(i & 255);
        }
    }
    printf("%u\n", sum);
    return 0;
}
