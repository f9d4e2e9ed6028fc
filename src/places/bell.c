/* bell.c: see bell.h */
#include "places/bell.h"

#include "places/segment.h"

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
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

/* Why no wake-up is lost. Whoever has news makes them visible, then looks at the counters; whoever
 * goes to sleep changes the counters, then looks for news. All of these accesses are sequentially
 * consistent, so at least one of the two sees the other:
 * - The caller sees no sleeper: each later one looks for news after it has become one.
 * - It sees a searcher: that one looks again after it is no longer counted (bell_stop_search(),
 *   bell_sleep()).
 * - It sees that somebody was called: a sleeper clears `called` when it awakes, and a worker that
 *   goes to sleep does so, too. Whoever clears it next, looks for news afterwards.
 * - Otherwise it changes the futex and wakes: a sleeper that has looked for news already does not
 *   begin to wait any more, because it read the futex before. */
static long wake(struct segment_place *at, int sleepers, unsigned reasons)
{
    __atomic_add_fetch(&at->bell, 1, __ATOMIC_SEQ_CST);
    return syscall(SYS_futex, &at->bell, FUTEX_WAKE_BITSET, sleepers, NULL, NULL, reasons);
}

void bell_ring(int place)
{
    struct segment_place *at = segment_place(place);
    if (__atomic_load_n(&at->sleepers, __ATOMIC_SEQ_CST))
        wake(at, INT_MAX, BELL_ANY);
}

void bell_call(int place)
{
    struct segment_place *at = segment_place(place);
    if (!__atomic_load_n(&at->sleepers, __ATOMIC_SEQ_CST) ||
        __atomic_load_n(&at->searchers, __ATOMIC_SEQ_CST) ||
        __atomic_load_n(&at->called, __ATOMIC_SEQ_CST) ||
        __atomic_exchange_n(&at->called, 1, __ATOMIC_SEQ_CST))
        return;
    if (wake(at, 1, BELL_WORK) < 1)
        wake(at, INT_MAX, BELL_ANY);
}

bool bell_has_sleepers(void)
{
    return __atomic_load_n(&segment_place(segment_here())->sleepers, __ATOMIC_SEQ_CST) != 0;
}

void bell_search(void)
{
    __atomic_add_fetch(&segment_place(segment_here())->searchers, 1, __ATOMIC_SEQ_CST);
}

bool bell_stop_search(void)
{
    return !__atomic_sub_fetch(&segment_place(segment_here())->searchers, 1, __ATOMIC_SEQ_CST);
}

/* Enters a sleeper into the counters, or takes it out. `by` is 1 or -1. */
static void count_sleeper(struct segment_place *at, unsigned reasons, int by)
{
    if (reasons & BELL_WISH)
        __atomic_add_fetch(&at->wishers, (uint32_t)by, __ATOMIC_SEQ_CST);
    __atomic_add_fetch(&at->sleepers, (uint32_t)by, __ATOMIC_SEQ_CST);
}

void bell_sleep(bool (*has_news)(void *), void *argument, unsigned reasons)
{
    struct segment_place *at = segment_place(segment_here());
    count_sleeper(at, reasons, 1);
    if (reasons & BELL_WORK)
        bell_stop_search();
    __atomic_store_n(&at->called, 0, __ATOMIC_SEQ_CST);
    uint32_t bell = __atomic_load_n(&at->bell, __ATOMIC_SEQ_CST);
    if (!has_news(argument))
        syscall(SYS_futex, &at->bell, FUTEX_WAIT_BITSET, bell, NULL, NULL, reasons | BELL_ANY);
    if (reasons & BELL_WORK)
        bell_search();
    __atomic_store_n(&at->called, 0, __ATOMIC_SEQ_CST);
    count_sleeper(at, reasons, -1);
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
    struct segment_place *at = segment_place(segment_here());
    if (__atomic_load_n(&at->wishers, __ATOMIC_SEQ_CST))
        wake(at, INT_MAX, BELL_WISH);
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
