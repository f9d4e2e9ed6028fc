/* rate.c: `rate CALLS`: so many calls of a routine with probes; prints the seconds they took. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

void probed(long value);

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

int main(int argc, char **argv)
{
    long calls = argc > 1 ? atol(argv[1]) : 1000000;
    double started = now();
    for (long i = 0; i < calls; i++)
        probed(i);
    printf("%.6f\n", now() - started);
    return 0;
}
