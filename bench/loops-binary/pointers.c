/* pointers.c: a loop of nothing but calls through pointers, of functions that call others. Their
 * targets change after so many calls.
 *
 * Usage: pointers ROUNDS [TARGETS [CALLS]] */
#include <stdio.h>
#include <stdlib.h>

static __attribute__((noinline)) unsigned mix(unsigned x)
{
    return x * 2654435761U ^ x >> 15;
}

#define OPERATION(name, number)                                                                    \
    static __attribute__((noinline)) unsigned name(unsigned x)                                     \
    {                                                                                              \
        unsigned y = mix(x + (number));                                                            \
        return y * y + (y >> 7) * (number) + (x ^ (number)) / 3;                                   \
    }

OPERATION(first, 1)
OPERATION(second, 2)
OPERATION(third, 3)
OPERATION(fourth, 4)

typedef unsigned operation(unsigned);
static operation *volatile operations[] = {first, second, third, fourth};

int main(int count, char **words)
{
    enum { CALLS = 1000000 };
    int rounds = count > 1 ? atoi(words[1]) : 10, targets = count > 2 ? atoi(words[2]) : 2,
        each = count > 3 ? atoi(words[3]) : 1;
    unsigned sum = 1, target = 0, left = each;
    for (int round = 0; round < rounds; round++) {
        for (int call = 0; call < CALLS; call++) {
            sum = operations[target](sum);
            if (--left == 0) {
                left = each;
                target = target + 1 < (unsigned)targets ? target + 1 : 0;
            }
        }
    }
    printf("%u\n", sum);
    return 0;
}
