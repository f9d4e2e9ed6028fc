/* mutex.c: interposes pthread_mutex_*: holders and waiting threads. */
#include "measure/threads/mutex.h"

#include <errno.h>
#include <time.h>

#define CALL(function) WAIT_CALL(TRI_KIND_ATOMIC, function, MUTEX)
#define MUTEX mutex_object(mutex, __builtin_return_address(0))

static inline bool is_got(int result)
{
    return result == 0 || result == EOWNERDEAD;
}

/* Records a call that did not wait, with its result. */
static inline int tried(const struct wait_call *call, const pthread_mutex_t *mutex, int result)
{
    wait_point(call, is_got(result) && !mutex_is_nested(mutex));
    return result;
}

static inline int waited(struct wait *wait, const pthread_mutex_t *mutex, int result)
{
    wait_end(wait, is_got(result) && !mutex_is_nested(mutex));
    return result;
}

REAL_STAND_IN int pthread_mutex_lock(pthread_mutex_t *mutex)
{
    if (!WAIT_HEARS())
        return REAL(pthread_mutex_lock)(mutex);
    int result = REAL(pthread_mutex_trylock)(mutex);
    if (__builtin_expect(result != EBUSY, 1))
        return tried(CALL(pthread_mutex_lock), mutex, result);
    struct wait wait;
    wait_begin(&wait, CALL(pthread_mutex_lock));
    return waited(&wait, mutex, REAL(pthread_mutex_lock)(mutex));
}

REAL_STAND_IN int pthread_mutex_trylock(pthread_mutex_t *mutex)
{
    int result = REAL(pthread_mutex_trylock)(mutex);
    return WAIT_HEARS() ? tried(CALL(pthread_mutex_trylock), mutex, result) : result;
}

REAL_STAND_IN int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *until)
{
    if (!WAIT_HEARS())
        return REAL(pthread_mutex_timedlock)(mutex, until);
    int result = REAL(pthread_mutex_trylock)(mutex);
    if (result != EBUSY)
        return tried(CALL(pthread_mutex_timedlock), mutex, result);
    struct wait wait;
    wait_begin(&wait, CALL(pthread_mutex_timedlock));
    return waited(&wait, mutex, REAL(pthread_mutex_timedlock)(mutex, until));
}

REAL_STAND_IN int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                          const struct timespec *until)
{
    /* the real function reports an invalid clock, even if it need not wait */
    bool allowed = clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC;
    if (!WAIT_HEARS() || !allowed)
        return REAL(pthread_mutex_clocklock)(mutex, clock, until);
    int result = REAL(pthread_mutex_trylock)(mutex);
    if (result != EBUSY)
        return tried(CALL(pthread_mutex_clocklock), mutex, result);
    struct wait wait;
    wait_begin(&wait, CALL(pthread_mutex_clocklock));
    return waited(&wait, mutex, REAL(pthread_mutex_clocklock)(mutex, clock, until));
}

REAL_STAND_IN int pthread_mutex_unlock(pthread_mutex_t *mutex)
{
    if (!WAIT_HEARS())
        return REAL(pthread_mutex_unlock)(mutex);
    struct wait_call call = {TRI_KIND_RELEASE, "pthread_mutex_unlock", __builtin_return_address(0),
                             MUTEX};
    struct wait_release release;
    wait_let_go(&release, call.object, mutex_is_nested(mutex));
    int result = REAL(pthread_mutex_unlock)(mutex);
    wait_gone(&release, &call, result == 0);
    return result;
}

REAL_STAND_IN int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes)
{
    int result = REAL(pthread_mutex_init)(mutex, attributes);
    if (WAIT_HEARS() && result == 0) {
        measure_object_gone(
            (uintptr_t)mutex); /* an earlier mutex at this address may not have been destroyed */
        (void)MUTEX;
    }
    return result;
}

REAL_STAND_IN int pthread_mutex_destroy(pthread_mutex_t *mutex)
{
    int result = REAL(pthread_mutex_destroy)(mutex);
    if (WAIT_HEARS() && result == 0)
        measure_object_gone((uintptr_t)mutex);
    return result;
}
