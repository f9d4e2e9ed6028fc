/* semaphore.c: interposes sem_*. A semaphore may be used as a lock, which has a holder, or as a
 * signal, which has none: it is treated as a lock until it is posted by a thread other than the one
 * that acquired it last. */
#include "measure/threads/wait.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdarg.h>
#include <time.h>

#define SEMAPHORE                                                                                  \
    measure_object_of((uintptr_t)semaphore, FORMAT_OBJECT_SEMAPHORE, semaphore,                    \
                      __builtin_return_address(0))
#define CALL(function) WAIT_CALL(TRI_KIND_ATOMIC, function, SEMAPHORE)

static bool is_lock(const struct format_object *object)
{
    return object && !(__atomic_load_n(&object->flags, __ATOMIC_RELAXED) & FORMAT_OBJECT_SIGNALS);
}

/* Begins to wait. If the thread waits for a semaphore that it got last itself, it is no lock. */
static void begin(struct wait *wait, const struct wait_call *call)
{
    struct format_object *object = call->object;
    uint32_t own = measure_lane_own ? measure_lane_own->record->runs + 1 : 0;
    if (object && own && __atomic_load_n(&object->holder, __ATOMIC_RELAXED) == own) {
        __atomic_fetch_or(&object->flags, FORMAT_OBJECT_SIGNALS, __ATOMIC_RELAXED);
        __atomic_store_n(&object->holder, 0, __ATOMIC_RELEASE);
    }
    wait_begin(wait, call);
}

/* Tries to get it. True if it was got, or failed without waiting; *result is then the result of the
 * call. */
static bool try(sem_t *semaphore, const struct wait_call *call, int *result)
{
    int saved = errno;
    *result = REAL(sem_trywait)(semaphore);
    if (*result != 0 && errno == EAGAIN) {
        errno = saved;
        return false;
    }
    wait_point_shared(call, *result == 0, is_lock(call->object));
    return true;
}

static void end(struct wait *wait, int result)
{
    wait_end_shared(wait, result == 0, is_lock(wait->object));
}

/* Waits in any of the ways: first a cancellation point, as in libc, then an attempt, so that calls
 * that need not wait are recognised. */
#define WAIT(function, ...)                                                                        \
    if (!WAIT_HEARS())                                                                             \
        return REAL(function)(__VA_ARGS__);                                                        \
    pthread_testcancel();                                                                          \
    int result;                                                                                    \
    if (try(semaphore, CALL(function), &result))                                                   \
        return result;                                                                             \
    struct wait wait;                                                                              \
    begin(&wait, CALL(function));                                                                  \
    pthread_cleanup_push(wait_cancelled, &wait);                                                   \
    result = REAL(function)(__VA_ARGS__);                                                          \
    pthread_cleanup_pop(0);                                                                        \
    end(&wait, result);                                                                            \
    return result

REAL_STAND_IN int sem_wait(sem_t *semaphore)
{
    WAIT(sem_wait, semaphore);
}

REAL_STAND_IN int sem_timedwait(sem_t *semaphore, const struct timespec *until)
{
    WAIT(sem_timedwait, semaphore, until);
}

REAL_STAND_IN int sem_clockwait(sem_t *semaphore, clockid_t clock, const struct timespec *until)
{
    if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC)
        return REAL(sem_clockwait)(semaphore, clock, until);
    WAIT(sem_clockwait, semaphore, clock, until);
}

REAL_STAND_IN int sem_trywait(sem_t *semaphore)
{
    int result = REAL(sem_trywait)(semaphore);
    if (WAIT_HEARS()) {
        struct wait_call *call = CALL(sem_trywait);
        int saved = errno;
        wait_point_shared(call, result == 0, is_lock(call->object));
        errno = saved;
    }
    return result;
}

/* May be called in signal handlers. */
REAL_STAND_IN int sem_post(sem_t *semaphore)
{
    if (!WAIT_HEARS())
        return REAL(sem_post)(semaphore);
    struct wait_call call = {TRI_KIND_RELEASE, "sem_post", __builtin_return_address(0), SEMAPHORE};
    struct wait_release release;
    wait_let_go(&release, call.object, false);
    if (call.object && !release.own) {
        __atomic_fetch_or(&call.object->flags, FORMAT_OBJECT_SIGNALS, __ATOMIC_RELAXED);
        __atomic_store_n(&call.object->holder, 0, __ATOMIC_RELEASE);
        release.holder = 0;
    }
    int result = REAL(sem_post)(semaphore);
    int saved = errno;
    wait_gone(&release, &call, result == 0);
    errno = saved;
    return result;
}

REAL_STAND_IN int sem_init(sem_t *semaphore, int shared, unsigned value)
{
    int result = REAL(sem_init)(semaphore, shared, value);
    if (WAIT_HEARS() && result == 0) {
        measure_object_gone((uintptr_t)semaphore);
        (void)SEMAPHORE;
    }
    return result;
}

/* Reads the arguments that are present only if a semaphore may be made. */
static void read_more(va_list rest, mode_t *mode, unsigned *value)
{
    *mode = va_arg(rest, mode_t);
    *value = va_arg(rest, unsigned);
}

REAL_STAND_IN sem_t *sem_open(const char *name, int flags, ...)
{
    mode_t mode = 0;
    unsigned value = 0;
    if (flags & O_CREAT) {
        va_list rest;
        va_start(rest, flags);
        read_more(rest, &mode, &value);
        va_end(rest);
    }
    sem_t *semaphore = REAL(sem_open)(name, flags, mode, value);
    if (WAIT_HEARS() &&
        semaphore != SEM_FAILED) /* a semaphore that is opened again is the same object */
        (void)SEMAPHORE;
    return semaphore;
}

REAL_STAND_IN int sem_destroy(sem_t *semaphore)
{
    int result = REAL(sem_destroy)(semaphore);
    if (WAIT_HEARS() && result == 0)
        measure_object_gone((uintptr_t)semaphore);
    return result;
}
