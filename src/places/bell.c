/* bell.c: see bell.h */
#include "places/bell.h"

#include "places/segment.h"

#include <limits.h>
#include <linux/futex.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

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
