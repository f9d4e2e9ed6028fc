/* locks.c: interposes the functions of locks, critical, atomic and ordered. libgomp reports none of
 * them. Of other libraries, libomp up to 15 reports an attempt to get a lock as if it waited.
 * Releases are interposed for all: OMPT reports them when another thread may have the lock already,
 * and libomp 14 crashes there when the first thread that used OpenMP has ended (__kmpc_end_critical
 * reads thread 0). */
#include "measure/openmp/gnu.h"

#include <stddef.h>
#include <stdint.h>

__thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *mutex_try_site;

static __thread __attribute__((
    tls_model("initial-exec"))) bool inside; /* one of these functions runs: some call others */

#define LIST(...) __VA_ARGS__
#define LOCK_ID ((ompt_wait_id_t)(uintptr_t)lock)

/* One id for all sections without a name, and one for all atomic operations. */
enum { UNNAMED_ID = 1, ATOMIC_ID = 2, ORDERED_ID = 3 };

/* Returns the id of `ordered` in the innermost team, an address that no variable of the program
 * has. */
static ompt_wait_id_t ordered_id(void)
{
    const void *team = gnu_here.parallel ? gnu_here.parallel->ptr : NULL;
    return (ompt_wait_id_t)(uintptr_t)team + ORDERED_ID;
}

#define GET(NAME, KIND, ID, ACQUIRED, PARAMETERS, ARGUMENTS)                                       \
    EXPORTED void NAME(PARAMETERS);                                                                \
    void NAME(PARAMETERS)                                                                          \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        void (*call)(PARAMETERS) = (void (*)(PARAMETERS))real.function;                            \
        if (!call)                                                                                 \
            return;                                                                                \
        if (!gnu_hears(&real)) {                                                                   \
            call(ARGUMENTS);                                                                       \
            return;                                                                                \
        }                                                                                          \
        mutex_acquire(KIND, 0, 0, ID, SITE);                                                       \
        call(ARGUMENTS);                                                                           \
        ACQUIRED(KIND, ID, SITE);                                                                  \
    }

/* For C and for Fortran. */
#define LOCK(NAME) GET(NAME, ompt_mutex_lock, LOCK_ID, mutex_acquired, LIST(void *lock), LIST(lock))
#define NEST_LOCK(NAME)                                                                            \
    GET(NAME, ompt_mutex_nest_lock, LOCK_ID, mutex_acquired_nest, LIST(void *lock), LIST(lock))
LOCK(omp_set_lock)
LOCK(omp_set_lock_)
NEST_LOCK(omp_set_nest_lock)
NEST_LOCK(omp_set_nest_lock_)
GET(GOMP_critical_start, ompt_mutex_critical, UNNAMED_ID, mutex_acquired, LIST(void), LIST())
GET(GOMP_critical_name_start, ompt_mutex_critical, (ompt_wait_id_t)(uintptr_t)name, mutex_acquired,
    LIST(void **name), LIST(name))
GET(GOMP_atomic_start, ompt_mutex_atomic, ATOMIC_ID, mutex_acquired, LIST(void), LIST())
GET(GOMP_ordered_start, ompt_mutex_ordered, ordered_id(), mutex_acquired, LIST(void), LIST())

typedef int try_lock(void *lock);

static int try_at(try_lock *call, void *lock, const void *site)
{
    mutex_try_site = site;
    int got = call ? call(lock) : 0;
    mutex_try_site = NULL;
    return got;
}

/* Tries to get a lock. A nest lock that this thread has already is acquired once more. */
static int try_heard(try_lock *call, void *lock, ompt_mutex_t kind, const void *site)
{
    mutex_acquire(kind, 0, 0, LOCK_ID, site);
    int got = call(lock);
    if (got > 1)
        mutex_nested(ompt_scope_begin, LOCK_ID, site);
    else if (got)
        mutex_acquired(kind, LOCK_ID, site);
    return got;
}

#define TRY(NAME, KIND)                                                                            \
    EXPORTED int NAME(void *lock);                                                                 \
    int NAME(void *lock)                                                                           \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        try_lock *call = (try_lock *)real.function;                                                \
        return gnu_hears(&real) ? try_heard(call, lock, KIND, SITE) : try_at(call, lock, SITE);    \
    }

TRY(omp_test_lock, ompt_mutex_test_lock)
TRY(omp_test_lock_, ompt_mutex_test_lock)
TRY(omp_test_nest_lock, ompt_mutex_test_nest_lock)
TRY(omp_test_nest_lock_, ompt_mutex_test_nest_lock)

#define LET_GO(NAME, KIND, ID, PARAMETERS, ARGUMENTS)                                              \
    EXPORTED void NAME(PARAMETERS);                                                                \
    void NAME(PARAMETERS)                                                                          \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        void (*call)(PARAMETERS) = (void (*)(PARAMETERS))real.function;                            \
        bool outermost = !inside;                                                                  \
        if (outermost)                                                                             \
            mutex_let_go(KIND, ID, SITE);                                                          \
        inside = true;                                                                             \
        if (call)                                                                                  \
            call(ARGUMENTS);                                                                       \
        inside = !outermost;                                                                       \
    }

LET_GO(omp_unset_lock, ompt_mutex_lock, LOCK_ID, LIST(void *lock), LIST(lock))
LET_GO(omp_unset_lock_, ompt_mutex_lock, LOCK_ID, LIST(void *lock), LIST(lock))
LET_GO(omp_unset_nest_lock, ompt_mutex_nest_lock, LOCK_ID, LIST(void *lock), LIST(lock))
LET_GO(omp_unset_nest_lock_, ompt_mutex_nest_lock, LOCK_ID, LIST(void *lock), LIST(lock))

/* Calls of compiled code: clang's and gcc's. */
LET_GO(__kmpc_end_critical, ompt_mutex_critical, 0, LIST(void *at, int32_t thread, void *name),
       LIST(at, thread, name))
LET_GO(__kmpc_end_ordered, ompt_mutex_ordered, 0, LIST(void *at, int32_t thread), LIST(at, thread))
LET_GO(GOMP_critical_end, ompt_mutex_critical, 0, LIST(void), LIST())
LET_GO(GOMP_critical_name_end, ompt_mutex_critical, 0, LIST(void **name), LIST(name))
LET_GO(GOMP_ordered_end, ompt_mutex_ordered, 0, LIST(void), LIST())

/* Forgets a lock: its address may become that of another one. */
#define DESTROY(NAME, KIND)                                                                        \
    EXPORTED void NAME(void *lock);                                                                \
    void NAME(void *lock)                                                                          \
    {                                                                                              \
        static struct measure_calls_kept kept;                                                     \
        struct measure_calls_real real = measure_calls_find(&kept, #NAME, SITE);                   \
        if (gnu_hears(&real))                                                                      \
            mutex_destroy(KIND, LOCK_ID, SITE);                                                    \
        if (real.function)                                                                         \
            ((void (*)(void *))real.function)(lock);                                               \
    }

DESTROY(omp_destroy_lock, ompt_mutex_lock)
DESTROY(omp_destroy_lock_, ompt_mutex_lock)
DESTROY(omp_destroy_nest_lock, ompt_mutex_nest_lock)
DESTROY(omp_destroy_nest_lock_, ompt_mutex_nest_lock)
