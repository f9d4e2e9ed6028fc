/* behaviour.c: everything that a program can see of these functions, printed: the same with and
 * without Triptych. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

#define SHOW(call)                                                                                 \
    do {                                                                                           \
        errno = 77;                                                                                \
        int result_ = (call);                                                                      \
        int error_ = errno;                                                                        \
        printf("%-62s %d %d\n", #call, result_, error_);                                           \
    } while (0)

static pthread_mutex_t made(int type, int robust, int shared)
{
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_settype(&attributes, type);
    pthread_mutexattr_setrobust(&attributes, robust);
    pthread_mutexattr_setpshared(&attributes, shared);
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, &attributes);
    return mutex;
}

static pthread_mutex_t normal = PTHREAD_MUTEX_INITIALIZER, checked, recursive, robust;
static struct timespec past = {0, 0}, wrong = {0, -1};

static void *other(void *nothing)
{
    SHOW(pthread_mutex_trylock(&normal));
    SHOW(pthread_mutex_timedlock(&normal, &past));
    SHOW(pthread_mutex_timedlock(&normal, &wrong));
    SHOW(pthread_mutex_clocklock(&normal, CLOCK_MONOTONIC, &past));
    SHOW(pthread_mutex_clocklock(&normal, CLOCK_THREAD_CPUTIME_ID, &past));
    SHOW(pthread_mutex_unlock(&checked));
    SHOW(pthread_mutex_trylock(&recursive));
    SHOW(pthread_mutex_unlock(&recursive));
    return nothing;
}

static void *die_with_it(void *nothing)
{
    SHOW(pthread_mutex_lock(&robust));
    return nothing;
}

static void in_a_thread(void *(*routine)(void *))
{
    pthread_t thread;
    int made = pthread_create(&thread, NULL, routine, NULL);
    SHOW(pthread_join(thread, NULL));
    SHOW(made);
}

static void mutexes(void)
{
    checked = made(PTHREAD_MUTEX_ERRORCHECK, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE);
    recursive = made(PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_STALLED, PTHREAD_PROCESS_PRIVATE);
    robust = made(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_PRIVATE);
    SHOW(pthread_mutex_lock(&normal));
    SHOW(pthread_mutex_lock(&checked));
    SHOW(pthread_mutex_lock(&checked));
    SHOW(pthread_mutex_trylock(&checked));
    SHOW(pthread_mutex_lock(&recursive));
    SHOW(pthread_mutex_lock(&recursive));
    SHOW(pthread_mutex_trylock(&recursive));
    in_a_thread(other);
    SHOW(pthread_mutex_unlock(&recursive));
    SHOW(pthread_mutex_unlock(&recursive));
    SHOW(pthread_mutex_unlock(&recursive));
    SHOW(pthread_mutex_unlock(&recursive));
    SHOW(pthread_mutex_destroy(&checked));
    SHOW(pthread_mutex_unlock(&checked));
    SHOW(pthread_mutex_unlock(&checked));
    SHOW(pthread_mutex_unlock(&normal));
    in_a_thread(die_with_it);
    SHOW(pthread_mutex_lock(&robust));
    SHOW(pthread_mutex_consistent(&robust));
    SHOW(pthread_mutex_unlock(&robust));
    in_a_thread(die_with_it);
    SHOW(pthread_mutex_trylock(&robust));
    SHOW(pthread_mutex_unlock(&robust));
    SHOW(pthread_mutex_lock(&robust));
}

/* One mutex of two processes. */
static void shared(void)
{
    pthread_mutex_t *mutex =
        mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    *mutex = made(PTHREAD_MUTEX_NORMAL, PTHREAD_MUTEX_ROBUST, PTHREAD_PROCESS_SHARED);
    SHOW(pthread_mutex_lock(mutex));
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        SHOW(pthread_mutex_trylock(mutex));
        SHOW(pthread_mutex_timedlock(mutex, &past));
        SHOW(pthread_mutex_lock(&normal));
        SHOW(pthread_mutex_unlock(&normal));
        exit(3);
    }
    int status;
    waitpid(child, &status, 0);
    SHOW(WEXITSTATUS(status));
    SHOW(pthread_mutex_unlock(mutex));
    fflush(stdout);
    child = fork();
    if (child == 0) {
        SHOW(pthread_mutex_lock(mutex));
        fflush(stdout);
        _exit(0);
    }
    waitpid(child, &status, 0);
    SHOW(pthread_mutex_lock(mutex));
}

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;

static void *other_locks(void *nothing)
{
    SHOW(pthread_rwlock_tryrdlock(&rwlock));
    SHOW(pthread_rwlock_timedwrlock(&rwlock, &past));
    SHOW(pthread_rwlock_clockrdlock(&rwlock, CLOCK_MONOTONIC, &past));
    SHOW(pthread_rwlock_clockwrlock(&rwlock, 99, &past));
    SHOW(pthread_spin_trylock(&spin));
    return nothing;
}

static void locks(void)
{
    pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
    SHOW(pthread_rwlock_wrlock(&rwlock));
    SHOW(pthread_rwlock_wrlock(&rwlock));
    SHOW(pthread_rwlock_rdlock(&rwlock));
    SHOW(pthread_spin_lock(&spin));
    in_a_thread(other_locks);
    SHOW(pthread_spin_unlock(&spin));
    SHOW(pthread_rwlock_unlock(&rwlock));
}

static sem_t semaphore;
static volatile sig_atomic_t posts;

static void post(int number)
{
    if (number == SIGALRM && ++posts > 1)
        sem_post(&semaphore);
}

static void semaphores(void)
{
    struct sigaction action = {.sa_handler = post};
    sigaction(SIGALRM, &action, NULL);
    sem_init(&semaphore, 0, 0);
    SHOW(sem_trywait(&semaphore));
    SHOW(sem_timedwait(&semaphore, &past));
    SHOW(sem_timedwait(&semaphore, &wrong));
    SHOW(sem_clockwait(&semaphore, 99, &past));
    SHOW(sem_init(&semaphore, 0, 0xffffffff));
    struct itimerval timer = {{0, 0}, {0, 30000}};
    setitimer(ITIMER_REAL, &timer, NULL);
    SHOW(sem_wait(&semaphore)); /* interrupted */
    setitimer(ITIMER_REAL, &timer, NULL);
    int result;
    while ((result = sem_wait(&semaphore)) != 0) /* posted by the handler */
        ;
    SHOW(result);
    SHOW(sem_post(&semaphore));
    SHOW(sem_wait(&semaphore));
    SHOW(sem_open("/no/such/name", 0) == SEM_FAILED);
}

static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_barrier_t barrier;

static void conditions(void)
{
    SHOW(pthread_mutex_lock(&normal));
    SHOW(pthread_cond_timedwait(&condition, &normal, &past));
    SHOW(pthread_cond_timedwait(&condition, &normal, &wrong));
    SHOW(pthread_cond_clockwait(&condition, &normal, 99, &past));
    SHOW(pthread_mutex_trylock(&normal));
    SHOW(pthread_mutex_unlock(&normal));
    SHOW(pthread_cond_signal(&condition));
    SHOW(pthread_barrier_init(&barrier, NULL, 0));
    SHOW(pthread_barrier_init(&barrier, NULL, 1));
    SHOW(pthread_barrier_wait(&barrier));
}

static void clean(void *name)
{
    printf("cleaned up after %s, mutex %d\n", (char *)name, pthread_mutex_trylock(&normal));
    pthread_mutex_unlock(&normal);
}

static void *wait_for_condition(void *nothing)
{
    pthread_mutex_lock(&normal);
    pthread_cleanup_push(clean, "condition");
    for (;;)
        pthread_cond_wait(&condition, &normal);
    pthread_cleanup_pop(0);
    return nothing;
}

static void *wait_for_semaphore(void *nothing)
{
    pthread_cleanup_push(clean, "semaphore");
    sem_wait(&semaphore);
    pthread_cleanup_pop(0);
    return nothing;
}

static void *wait_for_thread(void *thread)
{
    pthread_cleanup_push(clean, "join");
    pthread_join(*(pthread_t *)thread, NULL);
    pthread_cleanup_pop(0);
    return NULL;
}

static void *wait_without_need(void *nothing)
{
    sem_t full;
    sem_init(&full, 0, 1);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    pthread_cancel(pthread_self());
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
    pthread_cleanup_push(clean, "a semaphore that is free");
    sem_wait(&full); /* a cancellation point nevertheless */
    puts("it was not cancelled");
    pthread_cleanup_pop(0);
    return nothing;
}

static void cancel(void *(*routine)(void *), void *argument)
{
    pthread_t thread;
    void *value = NULL;
    pthread_create(&thread, NULL, routine, argument);
    usleep(30000);
    pthread_cancel(thread);
    pthread_join(thread, &value);
    SHOW(value == PTHREAD_CANCELED);
}

static void *sleep_long(void *nothing)
{
    for (;;)
        pause();
    return nothing;
}

static void *leave(void *value)
{
    pthread_exit(value);
}

static int leave_c11(void *value)
{
    (void)value;
    thrd_exit(42);
}

static void threads(void)
{
    pthread_t thread;
    void *value = NULL;
    pthread_create(&thread, NULL, sleep_long, NULL);
    SHOW(pthread_tryjoin_np(thread, NULL));
    SHOW(pthread_timedjoin_np(thread, NULL, &past));
    SHOW(pthread_join(pthread_self(), NULL));
    cancel(wait_for_condition, NULL);
    cancel(wait_for_semaphore, NULL);
    cancel(wait_for_thread, &thread);
    cancel(wait_without_need, NULL);
    SHOW(pthread_mutex_trylock(&normal));
    SHOW(pthread_mutex_unlock(&normal));
    pthread_cancel(thread);
    SHOW(pthread_join(thread, &value));
    SHOW(pthread_create(&thread, NULL, leave, &value));
    SHOW(pthread_join(thread, &value));
    SHOW(value == (void *)&value);
    SHOW(pthread_create(&thread, NULL, sleep_long, NULL));
    SHOW(pthread_detach(thread));
    SHOW(pthread_join(thread, NULL));
    SHOW(pthread_detach(thread));
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, (size_t)1 << 60);
    SHOW(pthread_create(&thread, &attributes, leave, NULL));
}

static void c11(void)
{
    static mtx_t mutex;
    static cnd_t wanted;
    thrd_t thread;
    int value = 0;
    SHOW(mtx_init(&mutex, mtx_timed));
    SHOW(cnd_init(&wanted));
    SHOW(mtx_lock(&mutex));
    SHOW(mtx_trylock(&mutex));
    SHOW(mtx_timedlock(&mutex, &past));
    SHOW(cnd_timedwait(&wanted, &mutex, &past));
    SHOW(mtx_unlock(&mutex));
    SHOW(thrd_create(&thread, leave_c11, NULL));
    SHOW(thrd_join(thread, &value));
    SHOW(value);
}

int main(void)
{
    mutexes();
    shared();
    locks();
    semaphores();
    conditions();
    threads();
    c11();
    return 5;
}
