/* old.c: linked as before glibc 2.34 moved these functions. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#if defined __aarch64__
#define BASE "GLIBC_2.17"
#define CONDITIONS "GLIBC_2.17"
#else
#define BASE "GLIBC_2.2.5"
#define CONDITIONS "GLIBC_2.3.2"
#endif
#define OLD(name) __asm__(".symver " #name "," #name "@" BASE)
OLD(pthread_create);
OLD(pthread_join);
OLD(pthread_mutex_trylock);
OLD(sem_wait);
OLD(sem_post);
OLD(pthread_once);
__asm__(".symver pthread_cond_signal,pthread_cond_signal@" CONDITIONS);
__asm__(".symver pthread_cond_wait,pthread_cond_wait@" CONDITIONS);

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static int ready;

static void first(void)
{
    puts("once");
}

static void *work(void *nothing)
{
    pthread_once(&once, first);
    sem_wait(&semaphore);
    pthread_mutex_lock(&mutex);
    ready = 1;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return nothing;
}

int main(void)
{
    pthread_t thread;
    sem_init(&semaphore, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    int result = pthread_mutex_trylock(&mutex);
    sem_post(&semaphore);
    while (!ready)
        pthread_cond_wait(&condition, &mutex);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    printf("%d %d\n", result, ready);
    return 0;
}
