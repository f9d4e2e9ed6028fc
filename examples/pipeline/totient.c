/* totient.c: see totient.h */
#include "totient.h"

static long common_divisor(long a, long b)
{
    while (b) {
        long rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

long totient_by_counting(long n)
{
    long count = 0;
    for (long i = 1; i <= n; i++)
        count += common_divisor(n, i) == 1;
    return count;
}

long totient_by_factors(long n)
{
    long result = n;
    for (long p = 2; p * p <= n; p++) {
        if (n % p)
            continue;
        while (n % p == 0)
            n /= p;
        result -= result / p;
    }
    return n > 1 ? result - result / n : result;
}
