/* Threads with the smallest stack that the C library allows. */
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 20, USED = 2000 };

__attribute__((noinline)) static long work(long n)
{
    long sum = 0;
    for (long i = 0; i < n; i++)
        sum += i;
    return sum;
}

static void *run(void *argument)
{
    char used[USED];
    memset(used, (int)(long)argument, sizeof used);
    return (void *)(work((long)argument) + used[(long)argument]);
}

int main(void)
{
    long sum = 0;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    if (pthread_attr_setstacksize(&attributes, (size_t)PTHREAD_STACK_MIN))
        return 1;
    for (long i = 0; i < THREADS; i++) {
        pthread_t thread;
        void *result;
        if (pthread_create(&thread, &attributes, run, (void *)i))
            return 2;
        pthread_join(thread, &result);
        sum += (long)result;
    }
    printf("%ld\n", sum);
    return 0;
}
