/* A loop that the threads of a team divide, and one that each of them does as a whole. */
#include <stdio.h>

static volatile long sum[64];

__attribute__((noinline)) static void work(int thread, long n)
{
    for (long i = 0; i < n; i++)
        sum[thread] += i;
}

int main(void)
{
#pragma omp parallel for num_threads(3) schedule(dynamic)
    for (int i = 1; i <= 30; i++)
        work(i, i);
#pragma omp parallel num_threads(3)
    work(0, 50);
    printf("%ld\n", sum[30]);
    return 0;
}
