/* Many paths of calls: each function calls the next one in two places, which are contexts of their
 * own. */
#include <stdio.h>

static volatile long sum;

__attribute__((noinline)) static void f0(int n)
{
    for (int i = 0; i < n; i++)
        sum += i;
}

#define LEVEL(this, next)                                                                          \
    __attribute__((noinline)) static void this(int n)                                              \
    {                                                                                              \
        next(n);                                                                                   \
        sum++;                                                                                     \
        next(n + 1);                                                                               \
        sum++;                                                                                     \
    }

LEVEL(f1, f0)
LEVEL(f2, f1)
LEVEL(f3, f2)
LEVEL(f4, f3)
LEVEL(f5, f4)
LEVEL(f6, f5)
LEVEL(f7, f6)
LEVEL(f8, f7)
LEVEL(f9, f8)
LEVEL(f10, f9)

int main(void)
{
    f10(3);
    f10(3);
    printf("%ld\n", sum);
    return 7;
}
