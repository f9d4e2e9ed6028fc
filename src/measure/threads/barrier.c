/* barrier.c: interposes pthread_barrier_*. */
#include "measure/threads/wait.h"

#include <pthread.h>

#define BARRIER                                                                                    \
    measure_object_of((uintptr_t)barrier, FORMAT_OBJECT_BARRIER, barrier,                          \
                      __builtin_return_address(0))

REAL_STAND_IN int pthread_barrier_wait(pthread_barrier_t *barrier)
{
    if (!WAIT_HEARS())
        return REAL(pthread_barrier_wait)(barrier);
    struct wait wait;
    wait_begin(&wait, WAIT_CALL(TRI_KIND_CLOCK, pthread_barrier_wait, BARRIER));
    int result = REAL(pthread_barrier_wait)(barrier);
    wait_end(&wait, false);
    return result;
}

REAL_STAND_IN int pthread_barrier_init(pthread_barrier_t *barrier,
                                       const pthread_barrierattr_t *attributes, unsigned count)
{
    int result = REAL(pthread_barrier_init)(barrier, attributes, count);
    if (WAIT_HEARS() && result == 0) {
        measure_object_gone((uintptr_t)barrier);
        struct format_object *object = BARRIER;
        if (object)
            __atomic_store_n(&object->needed, count, __ATOMIC_RELAXED);
    }
    return result;
}

REAL_STAND_IN int pthread_barrier_destroy(pthread_barrier_t *barrier)
{
    int result = REAL(pthread_barrier_destroy)(barrier);
    if (WAIT_HEARS() && result == 0)
        measure_object_gone((uintptr_t)barrier);
    return result;
}
