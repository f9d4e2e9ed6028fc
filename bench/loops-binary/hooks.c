/* hooks.c: calls, one right after the other, through pointers at fixed addresses: hooks that a
 * program sets when it begins.
 *
 * Usage: hooks ROUNDS */
#include <stdio.h>
#include <stdlib.h>

static unsigned sum = 1;

static __attribute__((noinline)) unsigned mix(unsigned x)
{
    return x * 2654435761U ^ x >> 15;
}

#define HOOK(name, number)                                                                         \
    static __attribute__((noinline)) void name(void)                                               \
    {                                                                                              \
        unsigned y = mix(sum + (number)), z = y * y + (y >> 7) * (number);                         \
        sum = z * y + (z >> 7) * (number) + (sum ^ (number)) / 3;                                  \
    }

HOOK(first, 1)
HOOK(second, 2)
HOOK(third, 3)
HOOK(fourth, 4)

typedef void hook(void);
static hook *before = first, *enter = first, *leave = first, *after = first;

static __attribute__((noinline)) void set_all(int rounds)
{
    before = rounds & 1 ? second : first;
    enter = rounds & 1 ? first : second;
    leave = rounds & 1 ? fourth : third;
    after = rounds & 1 ? third : fourth;
}

int main(int words, char **word)
{
    enum { CALLS = 250000 };
    int rounds = words > 1 ? atoi(word[1]) : 10;
    set_all(rounds);
    for (int round = 0; round < rounds; round++) {
        for (int call = 0; call < CALLS; call++) {
            before();
            enter();
            leave();
            after();
        }
    }
    printf("%u\n", sum);
    return 0;
}
