/* condition.c: interposes pthread_cond_*. */
#include "measure/threads/condition.h"

#include <pthread.h>
#include <time.h>

#define CONDITION condition_object(condition, __builtin_return_address(0))

void condition_begin(struct condition_wait *wait, const struct wait_call *call,
                     const pthread_mutex_t *mutex)
{
    wait->mutex = mutex_is_nested(mutex) ? NULL : mutex_object(mutex, call->site);
    if (wait->mutex) {
        struct wait_call giving_up = {TRI_KIND_RELEASE, call->name, call->site, wait->mutex};
        struct wait_release release;
        wait_let_go(&release, wait->mutex, false);
        wait_gone(&release, &giving_up, true);
    }
    wait_begin(&wait->wait, call);
}

void condition_end(void *ended)
{
    struct condition_wait *wait = ended;
    measure_object_got(wait->mutex, measure_clock_now());
    wait_end(&wait->wait, false);
}

REAL_STAND_IN int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex)
{
    if (!WAIT_HEARS())
        return REAL(pthread_cond_wait)(condition, mutex);
    int result;
    struct condition_wait wait;
    condition_begin(&wait, WAIT_CALL(TRI_KIND_CLOCK, pthread_cond_wait, CONDITION), mutex);
    pthread_cleanup_push(condition_end, &wait);
    result = REAL(pthread_cond_wait)(condition, mutex);
    pthread_cleanup_pop(1);
    return result;
}

REAL_STAND_IN int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                         const struct timespec *until)
{
    if (!WAIT_HEARS())
        return REAL(pthread_cond_timedwait)(condition, mutex, until);
    int result;
    struct condition_wait wait;
    condition_begin(&wait, WAIT_CALL(TRI_KIND_CLOCK, pthread_cond_timedwait, CONDITION), mutex);
    pthread_cleanup_push(condition_end, &wait);
    result = REAL(pthread_cond_timedwait)(condition, mutex, until);
    pthread_cleanup_pop(1);
    return result;
}

REAL_STAND_IN int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                         clockid_t clock, const struct timespec *until)
{
    if (!WAIT_HEARS())
        return REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
    int result;
    struct condition_wait wait;
    condition_begin(&wait, WAIT_CALL(TRI_KIND_CLOCK, pthread_cond_clockwait, CONDITION), mutex);
    pthread_cleanup_push(condition_end, &wait);
    result = REAL(pthread_cond_clockwait)(condition, mutex, clock, until);
    pthread_cleanup_pop(1);
    return result;
}

REAL_STAND_IN int pthread_cond_signal(pthread_cond_t *condition)
{
    if (WAIT_HEARS())
        wait_point(WAIT_CALL(TRI_KIND_RELEASE, pthread_cond_signal, CONDITION), false);
    return REAL(pthread_cond_signal)(condition);
}

REAL_STAND_IN int pthread_cond_broadcast(pthread_cond_t *condition)
{
    if (WAIT_HEARS())
        wait_point(WAIT_CALL(TRI_KIND_RELEASE, pthread_cond_broadcast, CONDITION), false);
    return REAL(pthread_cond_broadcast)(condition);
}

REAL_STAND_IN int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    int result = REAL(pthread_cond_init)(condition, attributes);
    if (WAIT_HEARS() && result == 0) {
        measure_object_gone((uintptr_t)condition);
        (void)CONDITION;
    }
    return result;
}

REAL_STAND_IN int pthread_cond_destroy(pthread_cond_t *condition)
{
    int result = REAL(pthread_cond_destroy)(condition);
    if (WAIT_HEARS() && result == 0)
        measure_object_gone((uintptr_t)condition);
    return result;
}
