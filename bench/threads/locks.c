/* locks.c: `locks THREADS PAIRS`: each thread locks and unlocks so many times, one mutex for all;
 * prints ns per pair, and what two clock reads cost. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long pairs;
static long long sum;

static double now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return (double)at.tv_sec * 1e9 + (double)at.tv_nsec;
}

static inline uint64_t read_clock(void)
{
    uint64_t ticks;
#if defined __aarch64__
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
#else
    uint32_t low, high;
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    ticks = (uint64_t)high << 32 | low;
#endif
    return ticks;
}

static void *work(void *nothing)
{
    for (long i = 0; i < pairs; i++) {
        pthread_mutex_lock(&mutex);
        sum++;
        pthread_mutex_unlock(&mutex);
    }
    return nothing;
}

static double clock_pair(void)
{
    double start = now();
    for (long i = 0; i < 1000000; i++) {
        read_clock();
        read_clock();
    }
    return (now() - start) / 1e6;
}

int main(int argc, char **argv)
{
    long threads = argc > 2 ? atol(argv[1]) : 0;
    pairs = argc > 2 ? atol(argv[2]) : 0;
    if (threads < 1 || pairs < 1)
        return 2;
    pthread_t *all = calloc((size_t)threads, sizeof *all);
    double start = now();
    for (long i = 1; i < threads; i++)
        pthread_create(&all[i], NULL, work, NULL);
    work(NULL);
    for (long i = 1; i < threads; i++)
        pthread_join(all[i], NULL);
    double time = now() - start;
    free(all);
    printf("%.2f %.2f\n", time / (double)(threads * pairs), clock_pair());
    return sum != threads * pairs;
}
