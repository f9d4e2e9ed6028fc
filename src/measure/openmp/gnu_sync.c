/* gnu_sync.c: barriers, taskwait, taskgroup and cancellation of gcc's code. */
#include "measure/openmp/gnu.h"

#include <stddef.h>

/* Begins a barrier. gcc calls the same function at the end of `single` and of loops that it divides
 * itself. */
static void begin_barrier(const void *site)
{
    gnu_end_work();
    sync_region(ompt_sync_region_barrier_explicit, ompt_scope_begin, gnu_here.parallel, NULL, site);
}

static void end_barrier(void)
{
    sync_region(ompt_sync_region_barrier_explicit, ompt_scope_end, gnu_here.parallel, NULL, NULL);
}

EXPORTED void GOMP_barrier(void);
void GOMP_barrier(void)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_barrier", SITE);
    void (*call)(void) = (void (*)(void))real.function;
    if (!gnu_hears(&real)) {
        call();
        return;
    }
    begin_barrier(SITE);
    call();
    end_barrier();
}

EXPORTED bool GOMP_barrier_cancel(void);
bool GOMP_barrier_cancel(void)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_barrier_cancel", SITE);
    bool (*call)(void) = (bool (*)(void))real.function;
    if (!gnu_hears(&real))
        return call();
    begin_barrier(SITE);
    bool cancelled = call();
    end_barrier();
    return cancelled;
}

static void begin_taskwait(const void *site)
{
    sync_region(ompt_sync_region_taskwait, ompt_scope_begin, NULL, NULL, site);
}

static void end_taskwait(void)
{
    sync_region(ompt_sync_region_taskwait, ompt_scope_end, NULL, NULL, NULL);
}

EXPORTED void GOMP_taskwait(void);
void GOMP_taskwait(void)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_taskwait", SITE);
    void (*call)(void) = (void (*)(void))real.function;
    if (!gnu_hears(&real)) {
        call();
        return;
    }
    begin_taskwait(SITE);
    call();
    end_taskwait();
}

EXPORTED void GOMP_taskwait_depend(void **depend);
void GOMP_taskwait_depend(void **depend)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_taskwait_depend", SITE);
    void (*call)(void **) = (void (*)(void **))real.function;
    if (!gnu_hears(&real)) {
        call(depend);
        return;
    }
    begin_taskwait(SITE);
    call(depend);
    end_taskwait();
}

EXPORTED void GOMP_taskgroup_end(void);
void GOMP_taskgroup_end(void)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_taskgroup_end", SITE);
    void (*call)(void) = (void (*)(void))real.function;
    if (!gnu_hears(&real)) {
        call();
        return;
    }
    sync_region_wait(ompt_sync_region_taskgroup, ompt_scope_begin, NULL, NULL, SITE);
    call();
    sync_region_wait(ompt_sync_region_taskgroup, ompt_scope_end, NULL, NULL, SITE);
}

EXPORTED bool GOMP_cancel(int which, bool is_on);
bool GOMP_cancel(int which, bool is_on)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_cancel", SITE);
    bool (*call)(int, bool) = (bool (*)(int, bool))real.function;
    if (!gnu_hears(&real))
        return call(which, is_on);
    bool cancelled = call(which, is_on);
    if (cancelled)
        team_cancel(NULL, is_on ? ompt_cancel_activated : ompt_cancel_detected, SITE);
    return cancelled;
}

EXPORTED bool GOMP_cancellation_point(int which);
bool GOMP_cancellation_point(int which)
{
    static struct measure_calls_kept kept;
    struct measure_calls_real real = measure_calls_find(&kept, "GOMP_cancellation_point", SITE);
    bool (*call)(int) = (bool (*)(int))real.function;
    if (!gnu_hears(&real))
        return call(which);
    bool cancelled = call(which);
    if (cancelled)
        team_cancel(NULL, ompt_cancel_detected, SITE);
    return cancelled;
}
