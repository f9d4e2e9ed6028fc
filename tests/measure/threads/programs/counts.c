/* counts.c: calls every function that is listened to, each a number of times that can be counted by
 * hand. Nobody ever has to wait, except for a thread that sleeps. */
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

static struct timespec soon(clockid_t clock)
{
    struct timespec until;
    clock_gettime(clock, &until);
    until.tv_sec += 100;
    return until;
}

static void mutexes(void)
{
    static pthread_mutex_t mutex;
    struct timespec real = soon(CLOCK_REALTIME), monotonic = soon(CLOCK_MONOTONIC);
    pthread_mutex_init(&mutex, NULL);
    for (int i = 0; i < 10; i++) {
        pthread_mutex_lock(&mutex);
        pthread_mutex_unlock(&mutex);
    }
    for (int i = 0; i < 3; i++) {
        pthread_mutex_trylock(&mutex);
        pthread_mutex_trylock(&mutex); /* busy */
        pthread_mutex_unlock(&mutex);
    }
    for (int i = 0; i < 2; i++) {
        pthread_mutex_timedlock(&mutex, &real);
        pthread_mutex_unlock(&mutex);
        pthread_mutex_clocklock(&mutex, CLOCK_MONOTONIC, &monotonic);
        pthread_mutex_unlock(&mutex);
    }
    pthread_mutex_destroy(&mutex);
}

static void rwlocks(void)
{
    static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
    struct timespec real = soon(CLOCK_REALTIME), monotonic = soon(CLOCK_MONOTONIC);
    for (int i = 0; i < 4; i++) {
        pthread_rwlock_rdlock(&lock);
        pthread_rwlock_tryrdlock(&lock);
        pthread_rwlock_timedrdlock(&lock, &real);
        pthread_rwlock_clockrdlock(&lock, CLOCK_MONOTONIC, &monotonic);
        for (int j = 0; j < 4; j++)
            pthread_rwlock_unlock(&lock);
    }
    for (int i = 0; i < 3; i++) {
        pthread_rwlock_wrlock(&lock);
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_trywrlock(&lock);
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_timedwrlock(&lock, &real);
        pthread_rwlock_unlock(&lock);
        pthread_rwlock_clockwrlock(&lock, CLOCK_MONOTONIC, &monotonic);
        pthread_rwlock_unlock(&lock);
    }
    pthread_rwlock_destroy(&lock);
}

static void spins(void)
{
    static pthread_spinlock_t lock;
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 5; i++) {
        pthread_spin_lock(&lock);
        pthread_spin_trylock(&lock); /* busy */
        pthread_spin_unlock(&lock);
    }
    pthread_spin_destroy(&lock);
}

static void conditions(void)
{
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
    struct timespec past = {0, 0};
    pthread_mutex_lock(&mutex);
    for (int i = 0; i < 6; i++)
        pthread_cond_timedwait(&condition, &mutex, &past);
    for (int i = 0; i < 2; i++)
        pthread_cond_clockwait(&condition, &mutex, CLOCK_MONOTONIC, &past);
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < 7; i++)
        pthread_cond_signal(&condition);
    for (int i = 0; i < 8; i++)
        pthread_cond_broadcast(&condition);
    pthread_cond_destroy(&condition);
}

static void semaphores(void)
{
    static sem_t semaphore;
    struct timespec real = soon(CLOCK_REALTIME), monotonic = soon(CLOCK_MONOTONIC);
    sem_init(&semaphore, 0, 0);
    for (int i = 0; i < 9; i++)
        sem_post(&semaphore);
    for (int i = 0; i < 4; i++)
        sem_wait(&semaphore);
    for (int i = 0; i < 2; i++)
        sem_timedwait(&semaphore, &real);
    sem_clockwait(&semaphore, CLOCK_MONOTONIC, &monotonic);
    for (int i = 0; i < 3; i++)
        sem_trywait(&semaphore); /* the last one in vain */
    sem_destroy(&semaphore);
    char name[64];
    snprintf(name, sizeof name, "/triptych-test-%d", (int)getpid());
    sem_t *named = sem_open(name, O_CREAT | O_EXCL, 0600, 1);
    sem_wait(named);
    sem_post(named);
    sem_close(named);
    sem_unlink(name);
}

static pthread_barrier_t barrier;
static int begun; /* threads that nobody waits for */

static void *come(void *nothing)
{
    for (int i = 0; i < 5; i++)
        pthread_barrier_wait(&barrier);
    return nothing;
}

static void *sleep_a_little(void *nothing)
{
    __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED);
    usleep(20000);
    return nothing;
}

static void nothing_once(void)
{
}

static void threads(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_t thread[4];
    struct timespec real = soon(CLOCK_REALTIME), monotonic = soon(CLOCK_MONOTONIC);
    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, come, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    pthread_barrier_destroy(&barrier);
    for (int i = 0; i < 4; i++)
        pthread_create(&thread[i], NULL, sleep_a_little, NULL);
    pthread_timedjoin_np(thread[0], NULL, &real);
    pthread_clockjoin_np(thread[1], NULL, CLOCK_MONOTONIC, &monotonic);
    pthread_join(thread[2], NULL);
    pthread_detach(thread[3]);
    for (int i = 0; i < 5; i++)
        pthread_once(&once, nothing_once); /* one is told of: the others find it done */
}

static int run(void *nothing)
{
    __atomic_fetch_add(&begun, 1, __ATOMIC_RELAXED);
    return nothing != NULL;
}

static void c11(void)
{
    static once_flag once = ONCE_FLAG_INIT;
    mtx_t mutex;
    cnd_t condition;
    thrd_t thread;
    struct timespec until = soon(CLOCK_REALTIME), past = {0, 0};
    mtx_init(&mutex, mtx_timed);
    cnd_init(&condition);
    for (int i = 0; i < 2; i++) {
        mtx_lock(&mutex);
        mtx_trylock(&mutex);
        cnd_timedwait(&condition, &mutex, &past);
        mtx_unlock(&mutex);
        mtx_timedlock(&mutex, &until);
        mtx_unlock(&mutex);
        cnd_signal(&condition);
        cnd_broadcast(&condition);
    }
    cnd_destroy(&condition);
    mtx_destroy(&mutex);
    for (int i = 0; i < 3; i++) {
        thrd_create(&thread, run, NULL);
        thrd_join(thread, NULL);
    }
    thrd_create(&thread, run, NULL);
    thrd_detach(thread);
    call_once(&once, nothing_once);
    call_once(&once, nothing_once);
}

int main(void)
{
    mutexes();
    rwlocks();
    spins();
    conditions();
    semaphores();
    threads();
    c11();
    while (__atomic_load_n(&begun, __ATOMIC_RELAXED) < 8)
        usleep(1000); /* for the detached ones */
    puts("done");
    return 0;
}
