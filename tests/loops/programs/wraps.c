/* wraps.c: the number of a loop wraps around several times, since all numbers pass its test; it is
 * left otherwise. */
#include <limits.h>
#include <stdio.h>

static volatile unsigned seen;

int wraps(unsigned last);

__attribute__((noinline)) int wraps(unsigned last)
{
    int passes = 0;
    for (unsigned i = 0; i <= last; i += 1U << 20) {
        seen = i;
        if (++passes >= 10000)
            break;
    }
    return passes;
}

int main(void)
{
    volatile unsigned most = UINT_MAX;
    printf("%d\n", wraps(most));
    return 0;
}
