/* end.c: interposes pthread_join and its variants: waiting for the end of a thread. */
#include "measure/threads/create.h"

#include <errno.h>
#include <time.h>

/* Begins to wait for a thread; its activity is known in advance. */
static void begin(struct wait *wait, const struct wait_call *call)
{
    wait_begin(wait, call);
    if (wait->what)
        wait->what = FORMAT_VALUE_ACTIVITY;
}

#define JOIN(function, thread_, ...)                                                               \
    if (!WAIT_HEARS())                                                                             \
        return REAL(function)(__VA_ARGS__);                                                        \
    int result;                                                                                    \
    struct wait wait;                                                                              \
    begin(&wait, WAIT_CALL(TRI_KIND_FINISH, function, create_thread(thread_)));                    \
    pthread_cleanup_push(wait_cancelled, &wait);                                                   \
    result = REAL(function)(__VA_ARGS__);                                                          \
    pthread_cleanup_pop(1)

REAL_STAND_IN int pthread_join(pthread_t thread, void **value)
{
    JOIN(pthread_join, thread, thread, value);
    return result;
}

REAL_STAND_IN int pthread_tryjoin_np(pthread_t thread, void **value)
{
    JOIN(pthread_tryjoin_np, thread, thread, value);
    return result;
}

REAL_STAND_IN int pthread_timedjoin_np(pthread_t thread, void **value, const struct timespec *until)
{
    JOIN(pthread_timedjoin_np, thread, thread, value, until);
    return result;
}

REAL_STAND_IN int pthread_clockjoin_np(pthread_t thread, void **value, clockid_t clock,
                                       const struct timespec *until)
{
    JOIN(pthread_clockjoin_np, thread, thread, value, clock, until);
    return result;
}

REAL_STAND_IN int pthread_detach(pthread_t thread)
{
    if (WAIT_HEARS()) {
        struct format_object *object = create_thread(thread);
        struct measure_log_value value = {FORMAT_VALUE_ACTIVITY, measure_object_holder(object)};
        measure_act_point(
            measure_act_site(TRI_KIND_RELEASE, 0, "pthread_detach", __builtin_return_address(0)),
            &(struct measure_act_end){.with = object, .values = &value, .count = object != NULL});
    }
    return REAL(pthread_detach)(thread);
}
