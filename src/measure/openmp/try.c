/* try.c: omp_test_lock and omp_test_nest_lock: a try that fails must not be taken for waiting. */
#include "measure/openmp/openmp.h"

#include <dlfcn.h>
#include <stddef.h>

__thread __attribute__((tls_model("initial-exec"), visibility("hidden")))
const void *mutex_try_site;

typedef int try_lock(void *lock);

static int try_at(try_lock **real, const char *name, void *lock, const void *site)
{
    try_lock *call = __atomic_load_n(real, __ATOMIC_RELAXED);
    if (!call) {
        call = (try_lock *)dlsym(RTLD_NEXT, name);
        __atomic_store_n(real, call, __ATOMIC_RELAXED);
    }
    mutex_try_site = site;
    int got = call ? call(lock) : 0;
    mutex_try_site = NULL;
    return got;
}

/* In C, and in Fortran. */
#define TRY(NAME)                                                                                  \
    __attribute__((visibility("default"))) int NAME(void *lock);                                   \
    int NAME(void *lock)                                                                           \
    {                                                                                              \
        static try_lock *real;                                                                     \
        return try_at(&real, #NAME, lock, __builtin_return_address(0));                            \
    }

TRY(omp_test_lock)
TRY(omp_test_nest_lock)
TRY(omp_test_lock_)
TRY(omp_test_nest_lock_)
