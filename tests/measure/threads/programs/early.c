/* early.c: locks before main, after it, and in what a thread leaves behind. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int times;

static void work(void)
{
    pthread_mutex_lock(&mutex);
    times++;
    pthread_mutex_unlock(&mutex);
}

static void *thread(void *nothing)
{
    pthread_setspecific(key, &key);
    work();
    return nothing;
}

static void thread_ends(void *value)
{
    work();
    if (times < 20) /* as long as libc lets it */
        pthread_setspecific(key, value);
}

__attribute__((constructor)) static void before(void)
{
    pthread_mutex_lock(&mutex); /* main has it then */
    times++;
}

__attribute__((destructor)) static void after(void)
{
    work();
    printf("%d\n", times);
}

int main(void)
{
    pthread_t made;
    pthread_mutex_unlock(&mutex);
    pthread_key_create(&key, thread_ends);
    atexit(work);
    pthread_create(&made, NULL, thread, NULL);
    pthread_join(made, NULL);
    return 6;
}
