/* bell.c: see bell.h */
#include "places/bell.h"

#include "places/segment.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

/* Somebody who waits for one thing. */
struct waiter {
    struct waiter *next;
    bool (*is_true)(void *);
    void *argument;
    uint32_t awake; /* a futex */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct waiter *waiters;
static unsigned waiter_count;

static void ring(int place, int sleepers)
{
    struct segment_place *at = segment_place(place);
    if (!__atomic_load_n(&at->sleepers, __ATOMIC_SEQ_CST))
        return;
    __atomic_add_fetch(&at->bell, 1, __ATOMIC_SEQ_CST);
    syscall(SYS_futex, &at->bell, FUTEX_WAKE, sleepers, NULL, NULL, 0);
}

void bell_ring_one(int place)
{
    ring(place, 1);
}

void bell_ring(int place)
{
    ring(place, INT_MAX);
}

void bell_sleep(bool (*has_news)(void *), void *argument, long limit)
{
    struct segment_place *at = segment_place(segment_here());
    __atomic_add_fetch(&at->sleepers, 1, __ATOMIC_SEQ_CST);
    uint32_t bell = __atomic_load_n(&at->bell, __ATOMIC_SEQ_CST);
    if (!has_news(argument)) {
        struct timespec time = {.tv_nsec = limit};
        syscall(SYS_futex, &at->bell, FUTEX_WAIT, bell, limit ? &time : NULL, NULL, 0);
    }
    __atomic_sub_fetch(&at->sleepers, 1, __ATOMIC_SEQ_CST);
}

/* Wakes those whose wish has come true. */
static void wake_waiters(void)
{
    pthread_mutex_lock(&lock);
    for (struct waiter *waiter = waiters; waiter; waiter = waiter->next) {
        if (__atomic_load_n(&waiter->awake, __ATOMIC_RELAXED) || !waiter->is_true(waiter->argument))
            continue;
        __atomic_store_n(&waiter->awake, 1, __ATOMIC_RELEASE);
        syscall(SYS_futex, &waiter->awake, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
    }
    pthread_mutex_unlock(&lock);
}

void bell_tell(void)
{
    bell_ring(segment_here());
    if (__atomic_load_n(&waiter_count, __ATOMIC_SEQ_CST))
        wake_waiters();
}

void bell_await(bool (*is_true)(void *), void *argument)
{
    struct waiter waiter = {.is_true = is_true, .argument = argument};
    pthread_mutex_lock(&lock);
    waiter.next = waiters;
    waiters = &waiter;
    __atomic_add_fetch(&waiter_count, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&lock);
    while (!is_true(argument))
        syscall(SYS_futex, &waiter.awake, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
    pthread_mutex_lock(&lock);
    struct waiter **at = &waiters;
    while (*at != &waiter)
        at = &(*at)->next;
    *at = waiter.next;
    __atomic_sub_fetch(&waiter_count, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&lock);
}
