/* c11.c: interposes C11 threads, which in glibc are POSIX threads under other names. */
#include "measure/threads/condition.h"
#include "measure/threads/create.h"

#include <errno.h>
#include <threads.h>
#include <time.h>

#define MUTEX mutex_object(mutex, __builtin_return_address(0))
#define CALL(function) WAIT_CALL(TRI_KIND_ATOMIC, function, MUTEX)

static int tried(const struct wait_call *call, mtx_t *mutex, int result)
{
    wait_point(call, result == thrd_success && !mutex_is_nested((pthread_mutex_t *)mutex));
    return result;
}

static int waited(struct wait *wait, mtx_t *mutex, int result)
{
    wait_end(wait, result == thrd_success && !mutex_is_nested((pthread_mutex_t *)mutex));
    return result;
}

REAL_STAND_IN int mtx_lock(mtx_t *mutex)
{
    if (!WAIT_HEARS())
        return REAL(mtx_lock)(mutex);
    int result = REAL(mtx_trylock)(mutex);
    if (__builtin_expect(result != thrd_busy, 1))
        return tried(CALL(mtx_lock), mutex, result);
    struct wait wait;
    wait_begin(&wait, CALL(mtx_lock));
    return waited(&wait, mutex, REAL(mtx_lock)(mutex));
}

REAL_STAND_IN int mtx_timedlock(mtx_t *restrict mutex, const struct timespec *restrict until)
{
    if (!WAIT_HEARS())
        return REAL(mtx_timedlock)(mutex, until);
    int result = REAL(mtx_trylock)(mutex);
    if (result != thrd_busy)
        return tried(CALL(mtx_timedlock), mutex, result);
    struct wait wait;
    wait_begin(&wait, CALL(mtx_timedlock));
    return waited(&wait, mutex, REAL(mtx_timedlock)(mutex, until));
}

REAL_STAND_IN int mtx_trylock(mtx_t *mutex)
{
    int result = REAL(mtx_trylock)(mutex);
    return WAIT_HEARS() ? tried(CALL(mtx_trylock), mutex, result) : result;
}

REAL_STAND_IN int mtx_unlock(mtx_t *mutex)
{
    if (!WAIT_HEARS())
        return REAL(mtx_unlock)(mutex);
    struct wait_call call = {TRI_KIND_RELEASE, "mtx_unlock", __builtin_return_address(0), MUTEX};
    struct wait_release release;
    wait_let_go(&release, call.object, mutex_is_nested((pthread_mutex_t *)mutex));
    int result = REAL(mtx_unlock)(mutex);
    wait_gone(&release, &call, result == thrd_success);
    return result;
}

REAL_STAND_IN int mtx_init(mtx_t *mutex, int type)
{
    int result = REAL(mtx_init)(mutex, type);
    if (WAIT_HEARS() && result == thrd_success) {
        measure_object_gone((uintptr_t)mutex);
        (void)MUTEX;
    }
    return result;
}

REAL_STAND_IN void mtx_destroy(mtx_t *mutex)
{
    REAL(mtx_destroy)(mutex);
    if (WAIT_HEARS())
        measure_object_gone((uintptr_t)mutex);
}

#define CONDITION condition_object(condition, __builtin_return_address(0))

REAL_STAND_IN int cnd_wait(cnd_t *condition, mtx_t *mutex)
{
    if (!WAIT_HEARS())
        return REAL(cnd_wait)(condition, mutex);
    int result;
    struct condition_wait wait;
    condition_begin(&wait, WAIT_CALL(TRI_KIND_CLOCK, cnd_wait, CONDITION),
                    (pthread_mutex_t *)mutex);
    pthread_cleanup_push(condition_end, &wait);
    result = REAL(cnd_wait)(condition, mutex);
    pthread_cleanup_pop(1);
    return result;
}

REAL_STAND_IN int cnd_timedwait(cnd_t *restrict condition, mtx_t *restrict mutex,
                                const struct timespec *restrict until)
{
    if (!WAIT_HEARS())
        return REAL(cnd_timedwait)(condition, mutex, until);
    int result;
    struct condition_wait wait;
    condition_begin(&wait, WAIT_CALL(TRI_KIND_CLOCK, cnd_timedwait, CONDITION),
                    (pthread_mutex_t *)mutex);
    pthread_cleanup_push(condition_end, &wait);
    result = REAL(cnd_timedwait)(condition, mutex, until);
    pthread_cleanup_pop(1);
    return result;
}

REAL_STAND_IN int cnd_signal(cnd_t *condition)
{
    if (WAIT_HEARS())
        wait_point(WAIT_CALL(TRI_KIND_RELEASE, cnd_signal, CONDITION), false);
    return REAL(cnd_signal)(condition);
}

REAL_STAND_IN int cnd_broadcast(cnd_t *condition)
{
    if (WAIT_HEARS())
        wait_point(WAIT_CALL(TRI_KIND_RELEASE, cnd_broadcast, CONDITION), false);
    return REAL(cnd_broadcast)(condition);
}

REAL_STAND_IN int cnd_init(cnd_t *condition)
{
    int result = REAL(cnd_init)(condition);
    if (WAIT_HEARS() && result == thrd_success) {
        measure_object_gone((uintptr_t)condition);
        (void)CONDITION;
    }
    return result;
}

REAL_STAND_IN void cnd_destroy(cnd_t *condition)
{
    REAL(cnd_destroy)(condition);
    if (WAIT_HEARS())
        measure_object_gone((uintptr_t)condition);
}

static int run(void *given)
{
    struct create_start *start = given;
    int (*routine)(void *) = start->routine.c11;
    void *argument = start->argument;
    create_enter(start);
    return routine(argument);
}

REAL_STAND_IN int thrd_create(thrd_t *thread, thrd_start_t routine, void *argument)
{
    const void *site = __builtin_return_address(0);
    if (!listen_busy)
        measure_listen_begin();
    struct create_start *start = wait_hears(site) ? create_begin("thrd_create", site) : NULL;
    if (!start)
        return REAL(thrd_create)(thread, routine, argument);
    start->routine.c11 = routine;
    start->argument = argument;
    int result = REAL(thrd_create)(thread, run, start);
    create_end(start, result == thrd_success, thread);
    return result;
}

REAL_STAND_IN int thrd_join(thrd_t thread, int *value)
{
    if (!WAIT_HEARS())
        return REAL(thrd_join)(thread, value);
    int result;
    struct wait wait;
    wait_begin(&wait, WAIT_CALL(TRI_KIND_FINISH, thrd_join, create_thread(thread)));
    if (wait.what)
        wait.what = FORMAT_VALUE_ACTIVITY;
    pthread_cleanup_push(wait_cancelled, &wait);
    result = REAL(thrd_join)(thread, value);
    pthread_cleanup_pop(1);
    return result;
}

REAL_STAND_IN int thrd_detach(thrd_t thread)
{
    if (WAIT_HEARS()) {
        struct format_object *object = create_thread(thread);
        struct measure_log_value value = {FORMAT_VALUE_ACTIVITY, measure_object_holder(object)};
        measure_act_point(
            measure_act_site(TRI_KIND_RELEASE, 0, "thrd_detach", __builtin_return_address(0)),
            &(struct measure_act_end){.with = object, .values = &value, .count = object != NULL});
    }
    return REAL(thrd_detach)(thread);
}

enum { DONE = 2 }; /* value of a once_flag in glibc that is done */

REAL_STAND_IN void call_once(once_flag *flag, void (*routine)(void))
{
    if (__atomic_load_n((int *)flag, __ATOMIC_ACQUIRE) == DONE || !WAIT_HEARS()) {
        REAL(call_once)(flag, routine);
        return;
    }
    struct tri_node *act = measure_act_begin(
        measure_act_site(TRI_KIND_ATOMIC, 0, "call_once", __builtin_return_address(0)));
    REAL(call_once)(flag, routine);
    measure_act_end(act, &(struct measure_act_end){0});
}
