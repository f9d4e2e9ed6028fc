/* spin.c: interposes pthread_spin_*. */
#include "measure/threads/wait.h"

#include <errno.h>
#include <pthread.h>

#define SPIN                                                                                       \
    measure_object_of((uintptr_t)lock, FORMAT_OBJECT_SPIN, (const void *)lock,                     \
                      __builtin_return_address(0))

REAL_STAND_IN int pthread_spin_lock(pthread_spinlock_t *lock)
{
    if (!WAIT_HEARS())
        return REAL(pthread_spin_lock)(lock);
    int result = REAL(pthread_spin_trylock)(lock);
    if (__builtin_expect(result != EBUSY, 1)) {
        wait_point(WAIT_CALL(TRI_KIND_ATOMIC, pthread_spin_lock, SPIN), result == 0);
        return result;
    }
    struct wait wait;
    wait_begin(&wait, WAIT_CALL(TRI_KIND_ATOMIC, pthread_spin_lock, SPIN));
    result = REAL(pthread_spin_lock)(lock);
    wait_end(&wait, result == 0);
    return result;
}

REAL_STAND_IN int pthread_spin_trylock(pthread_spinlock_t *lock)
{
    int result = REAL(pthread_spin_trylock)(lock);
    if (WAIT_HEARS())
        wait_point(WAIT_CALL(TRI_KIND_ATOMIC, pthread_spin_trylock, SPIN), result == 0);
    return result;
}

REAL_STAND_IN int pthread_spin_unlock(pthread_spinlock_t *lock)
{
    if (!WAIT_HEARS())
        return REAL(pthread_spin_unlock)(lock);
    struct wait_call call = {TRI_KIND_RELEASE, "pthread_spin_unlock", __builtin_return_address(0),
                             SPIN};
    struct wait_release release;
    wait_let_go(&release, call.object, false);
    int result = REAL(pthread_spin_unlock)(lock);
    wait_gone(&release, &call, result == 0);
    return result;
}

REAL_STAND_IN int pthread_spin_init(pthread_spinlock_t *lock, int shared)
{
    int result = REAL(pthread_spin_init)(lock, shared);
    if (WAIT_HEARS() && result == 0) {
        measure_object_gone((uintptr_t)lock);
        (void)SPIN;
    }
    return result;
}

REAL_STAND_IN int pthread_spin_destroy(pthread_spinlock_t *lock)
{
    int result = REAL(pthread_spin_destroy)(lock);
    if (WAIT_HEARS() && result == 0)
        measure_object_gone((uintptr_t)lock);
    return result;
}
