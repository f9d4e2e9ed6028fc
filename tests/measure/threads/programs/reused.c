/* reused.c: one address, and a mutex, a semaphore, a condition and a barrier at it in turn. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static union {
    pthread_mutex_t mutex;
    sem_t semaphore;
    pthread_rwlock_t rwlock;
    pthread_barrier_t barrier;
} thing;

int main(void)
{
    for (int i = 0; i < 100; i++) {
        pthread_mutex_init(&thing.mutex, NULL);
        pthread_mutex_lock(&thing.mutex);
        pthread_mutex_unlock(&thing.mutex);
        pthread_mutex_destroy(&thing.mutex);
        sem_init(&thing.semaphore, 0, 1);
        sem_wait(&thing.semaphore);
        pthread_rwlock_init(&thing.rwlock, NULL); /* and nobody destroyed it */
        pthread_rwlock_wrlock(&thing.rwlock);
        pthread_rwlock_unlock(&thing.rwlock);
        pthread_barrier_init(&thing.barrier, NULL, 1);
        pthread_barrier_wait(&thing.barrier);
        pthread_barrier_destroy(&thing.barrier);
    }
    pthread_mutex_init(&thing.mutex, NULL);
    pthread_mutex_lock(&thing.mutex);
    puts("done");
    return 0;
}
