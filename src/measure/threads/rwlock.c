/* rwlock.c: interposes pthread_rwlock_*: one writer, or many readers. */
#include "measure/threads/wait.h"

#include <errno.h>
#include <pthread.h>
#include <time.h>

#define RWLOCK                                                                                     \
    measure_object_of((uintptr_t)lock, FORMAT_OBJECT_RWLOCK, lock, __builtin_return_address(0))
#define CALL(function) WAIT_CALL(TRI_KIND_ATOMIC, function, RWLOCK)

/* Counts one more reader. Of several readers, the last one is recorded as the holder. */
static void read_now(struct format_object *object, int result)
{
    if (result == 0 && object)
        __atomic_fetch_add(&object->readers, 1, __ATOMIC_RELAXED);
}

static int tried_to_read(const struct wait_call *call, int result)
{
    read_now(call->object, result);
    wait_point_shared(call, result == 0, true);
    return result;
}

static int waited_to_read(struct wait *wait, int result)
{
    read_now(wait->object, result);
    wait_end_shared(wait, result == 0, true);
    return result;
}

static int tried(const struct wait_call *call, int result)
{
    wait_point(call, result == 0);
    return result;
}

static int waited(struct wait *wait, int result)
{
    wait_end(wait, result == 0);
    return result;
}

/* Locks in any of the ways: tries first, so that calls that need not wait are recognised. */
#define LOCK(function, attempt, ...)                                                               \
    int result = REAL(attempt)(lock);                                                              \
    if (__builtin_expect(result != EBUSY, 1))                                                      \
        return tried(CALL(function), result);                                                      \
    struct wait wait;                                                                              \
    wait_begin(&wait, CALL(function));                                                             \
    return waited(&wait, REAL(function)(__VA_ARGS__))

#define LOCK_TO_READ(function, ...)                                                                \
    int result = REAL(pthread_rwlock_tryrdlock)(lock);                                             \
    if (__builtin_expect(result != EBUSY, 1))                                                      \
        return tried_to_read(CALL(function), result);                                              \
    struct wait wait;                                                                              \
    wait_begin(&wait, CALL(function));                                                             \
    return waited_to_read(&wait, REAL(function)(__VA_ARGS__))

REAL_STAND_IN int pthread_rwlock_rdlock(pthread_rwlock_t *lock)
{
    if (!WAIT_HEARS())
        return REAL(pthread_rwlock_rdlock)(lock);
    LOCK_TO_READ(pthread_rwlock_rdlock, lock);
}

REAL_STAND_IN int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (!WAIT_HEARS())
        return REAL(pthread_rwlock_timedrdlock)(lock, until);
    LOCK_TO_READ(pthread_rwlock_timedrdlock, lock, until);
}

static bool is_allowed(clockid_t clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
}

REAL_STAND_IN int pthread_rwlock_clockrdlock(pthread_rwlock_t *lock, clockid_t clock,
                                             const struct timespec *until)
{
    if (!WAIT_HEARS() || !is_allowed(clock))
        return REAL(pthread_rwlock_clockrdlock)(lock, clock, until);
    LOCK_TO_READ(pthread_rwlock_clockrdlock, lock, clock, until);
}

REAL_STAND_IN int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock)
{
    int result = REAL(pthread_rwlock_tryrdlock)(lock);
    return WAIT_HEARS() ? tried_to_read(CALL(pthread_rwlock_tryrdlock), result) : result;
}

REAL_STAND_IN int pthread_rwlock_wrlock(pthread_rwlock_t *lock)
{
    if (!WAIT_HEARS())
        return REAL(pthread_rwlock_wrlock)(lock);
    LOCK(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, lock);
}

REAL_STAND_IN int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *until)
{
    if (!WAIT_HEARS())
        return REAL(pthread_rwlock_timedwrlock)(lock, until);
    LOCK(pthread_rwlock_timedwrlock, pthread_rwlock_trywrlock, lock, until);
}

REAL_STAND_IN int pthread_rwlock_clockwrlock(pthread_rwlock_t *lock, clockid_t clock,
                                             const struct timespec *until)
{
    if (!WAIT_HEARS() || !is_allowed(clock))
        return REAL(pthread_rwlock_clockwrlock)(lock, clock, until);
    LOCK(pthread_rwlock_clockwrlock, pthread_rwlock_trywrlock, lock, clock, until);
}

REAL_STAND_IN int pthread_rwlock_trywrlock(pthread_rwlock_t *lock)
{
    int result = REAL(pthread_rwlock_trywrlock)(lock);
    return WAIT_HEARS() ? tried(CALL(pthread_rwlock_trywrlock), result) : result;
}

/* Counts one reader less. True if others remain. */
static bool read_no_more(struct format_object *object)
{
    uint32_t readers = object ? __atomic_load_n(&object->readers, __ATOMIC_RELAXED) : 0;
    while (readers && !__atomic_compare_exchange_n(&object->readers, &readers, readers - 1, true,
                                                   __ATOMIC_ACQ_REL, __ATOMIC_RELAXED))
        ;
    return readers > 1;
}

REAL_STAND_IN int pthread_rwlock_unlock(pthread_rwlock_t *lock)
{
    if (!WAIT_HEARS())
        return REAL(pthread_rwlock_unlock)(lock);
    struct wait_call call = {TRI_KIND_RELEASE, "pthread_rwlock_unlock", __builtin_return_address(0),
                             RWLOCK};
    struct wait_release release;
    bool others = read_no_more(call.object);
    wait_let_go(&release, call.object, false);
    if (others && !release.own)
        release.holder = 0; /* the recorded holder still reads */
    int result = REAL(pthread_rwlock_unlock)(lock);
    wait_gone(&release, &call, result == 0);
    return result;
}

REAL_STAND_IN int pthread_rwlock_init(pthread_rwlock_t *lock,
                                      const pthread_rwlockattr_t *attributes)
{
    int result = REAL(pthread_rwlock_init)(lock, attributes);
    if (WAIT_HEARS() && result == 0) {
        measure_object_gone((uintptr_t)lock);
        (void)RWLOCK;
    }
    return result;
}

REAL_STAND_IN int pthread_rwlock_destroy(pthread_rwlock_t *lock)
{
    int result = REAL(pthread_rwlock_destroy)(lock);
    if (WAIT_HEARS() && result == 0)
        measure_object_gone((uintptr_t)lock);
    return result;
}
