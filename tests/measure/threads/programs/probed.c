/* probed.c: a program that is instrumented, and listened to as well. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void step(int by)
{
    pthread_mutex_lock(&mutex);
    sum += by;
    pthread_mutex_unlock(&mutex);
}

static void *work(void *nothing)
{
    for (int i = 0; i < 25; i++)
        step(i);
    return nothing;
}

int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, work, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    printf("%d\n", sum);
    return 0;
}
