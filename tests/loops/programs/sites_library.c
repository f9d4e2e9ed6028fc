/* sites_library.c: see sites.h */
#include "sites.h"

long library_sum(long n)
{
    long sum = 0;
    for (volatile long i = 0; i < n; i++)
        sum += i;
    return sum;
}

long library_both(long (*first)(long), long (*second)(long), long n)
{
    return first(n) + second(n);
}
