/* calls.c: functions of the runtime library that the collector stands in front of.
 *
 * Trying to get a lock: libomp up to 15 tells of it as if it waited. Letting go: OMPT tells of it
 * when another thread may have it already; and libomp 14 crashes on the way there when the thread
 * that was the first to use OpenMP has ended (__kmpc_end_critical looks at thread 0). Sections of
 * gcc: see below. */
#include "measure/openmp/openmp.h"

#include <dlfcn.h>
#include <link.h>
#include <stddef.h>
#include <stdint.h>

__thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *mutex_try_site;

static __thread bool inside; /* of one of these: some call others */

/* What a library that was loaded for itself (RTLD_LOCAL) would have found without this one: in
 * what it needs. */
static void *find_for(const char *name, const void *site)
{
    Dl_info info;
    struct link_map *map = NULL;
    void *real = NULL;
    if (dladdr1(site, &info, (void **)&map, RTLD_DL_LINKMAP) && map) {
        void *library = dlopen(map->l_name, RTLD_LAZY | RTLD_NOLOAD);
        real = library ? dlsym(library, name) : NULL;
        if (library)
            dlclose(library);
    }
    return real;
}

void *calls_find(void **kept, const char *name, const void *site)
{
    void *real = __atomic_load_n(kept, __ATOMIC_RELAXED);
    if (__builtin_expect(real != NULL, 1))
        return real;
    listen_busy++;
    real = dlsym(RTLD_NEXT, name);
    __atomic_store_n(kept, real, __ATOMIC_RELAXED);
    if (!real)
        real = find_for(name, site);
    listen_busy--;
    return real;
}

typedef int try_lock(void *lock);

static int try_at(try_lock *real, void *lock, const void *site)
{
    mutex_try_site = site;
    int got = real ? real(lock) : 0;
    mutex_try_site = NULL;
    return got;
}

#define SITE __builtin_return_address(0)
#define EXPORTED __attribute__((visibility("default")))

#define TRY(NAME)                                                                                  \
    EXPORTED int NAME(void *lock);                                                                 \
    int NAME(void *lock)                                                                           \
    {                                                                                              \
        static void *kept;                                                                         \
        return try_at((try_lock *)calls_find(&kept, #NAME, SITE), lock, SITE);                     \
    }

/* In C, and in Fortran. */
TRY(omp_test_lock)
TRY(omp_test_nest_lock)
TRY(omp_test_lock_)
TRY(omp_test_nest_lock_)

/* Sections are a loop for libomp, which does not tell where it is. */
__thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *calls_sections_site;

EXPORTED unsigned GOMP_sections_start(unsigned count);
unsigned GOMP_sections_start(unsigned count)
{
    static void *kept;
    unsigned (*real)(unsigned) =
        (unsigned (*)(unsigned))calls_find(&kept, "GOMP_sections_start", SITE);
    calls_sections_site = SITE;
    unsigned first = real ? real(count) : 0;
    calls_sections_site = NULL;
    return first;
}

__thread __attribute__((tls_model("initial-exec"), visibility("hidden"))) bool calls_end_sections;

EXPORTED void GOMP_sections_end(void);
void GOMP_sections_end(void)
{
    static void *kept;
    void (*real)(void) = (void (*)(void))calls_find(&kept, "GOMP_sections_end", SITE);
    calls_end_sections = true;
    if (real)
        real();
    calls_end_sections = false;
}

#define LET_GO(NAME, KIND, ID, PARAMETERS, ARGUMENTS)                                              \
    EXPORTED void NAME PARAMETERS;                                                                 \
    void NAME PARAMETERS                                                                           \
    {                                                                                              \
        static void *kept;                                                                         \
        void(*real) PARAMETERS = (void(*) PARAMETERS)calls_find(&kept, #NAME, SITE);               \
        bool outermost = !inside;                                                                  \
        if (outermost)                                                                             \
            mutex_let_go(KIND, ID, SITE);                                                          \
        inside = true;                                                                             \
        if (real)                                                                                  \
            real ARGUMENTS;                                                                        \
        inside = !outermost;                                                                       \
    }

#define LOCK_ID ((ompt_wait_id_t)(uintptr_t)lock)
LET_GO(omp_unset_lock, ompt_mutex_lock, LOCK_ID, (void *lock), (lock))
LET_GO(omp_unset_lock_, ompt_mutex_lock, LOCK_ID, (void *lock), (lock))
LET_GO(omp_unset_nest_lock, ompt_mutex_nest_lock, LOCK_ID, (void *lock), (lock))
LET_GO(omp_unset_nest_lock_, ompt_mutex_nest_lock, LOCK_ID, (void *lock), (lock))

/* By the compilers: clang's calls, and gcc's. */
LET_GO(__kmpc_end_critical, ompt_mutex_critical, 0, (void *at, int32_t thread, void *name),
       (at, thread, name))
LET_GO(__kmpc_end_ordered, ompt_mutex_ordered, 0, (void *at, int32_t thread), (at, thread))
LET_GO(GOMP_critical_end, ompt_mutex_critical, 0, (void), ())
LET_GO(GOMP_critical_name_end, ompt_mutex_critical, 0, (void **name), (name))
LET_GO(GOMP_ordered_end, ompt_mutex_ordered, 0, (void), ())
