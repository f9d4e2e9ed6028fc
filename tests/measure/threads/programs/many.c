/* many.c: `many COUNT AT_A_TIME`: so many threads, each with one lock. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static long sum;

static void *work(void *nothing)
{
    pthread_mutex_lock(&mutex);
    sum++;
    pthread_mutex_unlock(&mutex);
    return nothing;
}

int main(int argc, char **argv)
{
    long count = argc > 2 ? atol(argv[1]) : 0, wide = argc > 2 ? atol(argv[2]) : 1;
    pthread_t *threads = calloc((size_t)wide, sizeof *threads);
    for (long i = 0; i < count; i += wide) {
        for (long j = 0; j < wide; j++) {
            if (pthread_create(&threads[j], NULL, work, NULL) != 0)
                return 1;
        }
        for (long j = 0; j < wide; j++)
            pthread_join(threads[j], NULL);
    }
    free(threads);
    printf("%ld\n", sum);
    return 0;
}
