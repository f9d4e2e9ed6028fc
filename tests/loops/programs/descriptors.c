/* descriptors.c: a library whose thread-local variable is found through a descriptor
 * (-mtls-dialect=gnu2), a call that keeps nearly all registers. With MAIN, the program that calls
 * it. */
#ifdef MAIN
#include <stdio.h>

long work(long n, long m, long x, long y, long z, long w);

int main(void)
{
    long sum = 0;
    for (int i = 1; i < 9; i++)
        sum += work(i, i + 1, i + 2, i + 3, i + 4, i + 5);
    printf("%ld\n", sum);
    return 0;
}
#else
__thread long own = 3;

__attribute__((noinline)) long work(long n, long m, long x, long y, long z, long w)
{
    long sum = m * x + y * z + w;
    for (long i = 0; i < n; i++)
        sum += i ^ w;
    return own + n * m + x * y + z * w + ((n ^ m) + (x ^ y)) + sum;
}
#endif
