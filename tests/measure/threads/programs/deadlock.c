/* deadlock.c: two threads lock two mutexes in opposite order, main waits for the first, and others
 * wait at a barrier, for a semaphore and a condition that never come. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER,
                       third = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t papers = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t both, never;
static sem_t semaphore;

static void *one(void *nothing)
{
    pthread_mutex_lock(&first);
    pthread_barrier_wait(&both);
    pthread_mutex_lock(&second);
    return nothing;
}

static void *two(void *nothing)
{
    pthread_mutex_lock(&second);
    pthread_rwlock_rdlock(&papers);
    pthread_barrier_wait(&both);
    pthread_mutex_lock(&first);
    return nothing;
}

static void *three(void *nothing)
{
    pthread_barrier_wait(&never);
    return nothing;
}

static void *four(void *nothing)
{
    sem_wait(&semaphore);
    return nothing;
}

static void *five(void *nothing)
{
    pthread_mutex_lock(&third);
    pthread_cond_wait(&condition, &third);
    return nothing;
}

static void *six(void *nothing)
{
    pthread_barrier_wait(&both);
    pthread_rwlock_wrlock(&papers);
    return nothing;
}

int main(void)
{
    void *(*routines[])(void *) = {one, two, three, four, five, six};
    pthread_t threads[6];
    pthread_barrier_init(&both, NULL, 3);
    pthread_barrier_init(&never, NULL, 7);
    sem_init(&semaphore, 0, 0);
    for (int i = 0; i < 6; i++)
        pthread_create(&threads[i], NULL, routines[i], NULL);
    puts("all are there");
    fflush(stdout);
    pthread_join(threads[0], NULL);
    return 0;
}
