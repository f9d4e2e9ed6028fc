/* wait.c: see wait.h */
#include "measure/threads/wait.h"

#include "measure/address.h"
#include "measure/openmp/owns.h"

#include <errno.h>
#include <string.h>

uintptr_t wait_sites[WAIT_SITES];

/* True if a module of that path is the run time of `#pragma tri` directives. */
static bool is_places(const char *path)
{
    static const char name[] = "libtriptych-places.so";
    const char *slash = strrchr(path, '/');
    return strncmp(slash ? slash + 1 : path, name, sizeof name - 1) == 0;
}

bool wait_meets_foreign(uintptr_t site)
{
    const char *path = measure_address_module((const void *)site);
    bool foreign = path && (measure_openmp_is_runtime(path) || is_places(path));
    __atomic_store_n(&wait_sites[site / 4 % WAIT_SITES], site | (foreign ? WAIT_FOREIGN : 0),
                     __ATOMIC_RELAXED);
    return foreign;
}

void wait_forget_sites(void)
{
    for (unsigned i = 0; i < WAIT_SITES; i++)
        __atomic_store_n(&wait_sites[i], 0, __ATOMIC_RELAXED);
}

void wait_begin(struct wait *wait, const struct wait_call *call)
{
    uint32_t holder = measure_object_holder(call->object);
    wait->object = call->object;
    wait->what = holder != FORMAT_NO_ACTIVITY ? FORMAT_VALUE_HOLDER : 0;
    wait->value = holder;
    wait->before = measure_lane_own ? measure_lane_own->record->waits_for : 0;
    wait->act = measure_act_begin(measure_act_site(call->kind, 0, call->name, call->site));
    measure_object_wait(call->object);
}

/* Ends the wait before the thread is recorded as the holder: no thread waits for what it holds. */
static void stop_waiting(const struct wait *wait)
{
    measure_object_end_wait(wait->object);
    if (wait->before && measure_lane_own)
        __atomic_store_n(&measure_lane_own->record->waits_for, wait->before, __ATOMIC_RELEASE);
}

static void tell(const struct wait *wait, uint64_t now)
{
    struct measure_log_value value = {wait->what, wait->value};
    measure_act_end(wait->act, &(struct measure_act_end){
                                   .now = now,
                                   .with = wait->object,
                                   .values = &value,
                                   .count = wait->what != 0,
                               });
}

void wait_end(struct wait *wait, bool got)
{
    int saved = errno;
    uint64_t now = measure_clock_now();
    stop_waiting(wait);
    if (got)
        measure_object_got(wait->object, now);
    tell(wait, now);
    errno = saved;
}

void wait_end_shared(struct wait *wait, bool got, bool holds)
{
    int saved = errno;
    uint64_t now = measure_clock_now();
    stop_waiting(wait);
    if (got)
        measure_object_got_shared(wait->object, now, holds);
    tell(wait, now);
    errno = saved;
}

void wait_cancelled(void *wait)
{
    wait_end(wait, false);
}

void wait_point(const struct wait_call *call, bool got)
{
    uint64_t now = measure_clock_now();
    if (got)
        measure_object_got(call->object, now);
    measure_act_point(measure_act_site(call->kind, 0, call->name, call->site),
                      &(struct measure_act_end){.now = now, .with = call->object});
}

void wait_point_shared(const struct wait_call *call, bool got, bool holds)
{
    uint64_t now = measure_clock_now();
    if (got)
        measure_object_got_shared(call->object, now, holds);
    measure_act_point(measure_act_site(call->kind, 0, call->name, call->site),
                      &(struct measure_act_end){.now = now, .with = call->object});
}

void wait_let_go(struct wait_release *release, struct format_object *object, bool nested)
{
    *release = (struct wait_release){.now = measure_clock_now(), .nested = nested};
    if (!object || nested)
        return;
    release->holder = __atomic_load_n(&object->holder, __ATOMIC_RELAXED);
    release->own = measure_lane_own && release->holder == measure_lane_own->record->runs + 1;
    if (release->own)
        release->held = measure_object_let_go(object, release->now);
}

void wait_gone(const struct wait_release *release, const struct wait_call *call, bool done)
{
    struct format_object *object = call->object;
    if (release->own && !done)
        __atomic_store_n(&object->holder, release->holder, __ATOMIC_RELEASE);
    if (release->holder && !release->own &&
        done) { /* the recorded holder was another thread, and has not changed */
        uint32_t was = release->holder;
        __atomic_compare_exchange_n(&object->holder, &was, 0, false, __ATOMIC_ACQ_REL,
                                    __ATOMIC_RELAXED);
    }
    measure_act_point(
        measure_act_site(call->kind, 0, call->name, call->site),
        &(struct measure_act_end){.now = release->now, .with = object, .held = release->held});
}
