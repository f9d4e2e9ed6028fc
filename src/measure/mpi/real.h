/* real.h: the real functions behind the wrappers. */
#ifndef MEASURE_MPI_REAL_H
#define MEASURE_MPI_REAL_H

#include <stddef.h>

/* Returns the next function of that name behind this library. */
void *wrap_next(const char *name);

/* The real function, for Triptych's own calls; the name begins with PMPI_. */
#define WRAP_REAL(name)                                                                            \
    ({                                                                                             \
        static void *kept_##name;                                                                  \
        void *found_##name = __atomic_load_n(&kept_##name, __ATOMIC_RELAXED);                      \
        if (__builtin_expect(!found_##name, 0))                                                    \
            __atomic_store_n(&kept_##name, found_##name = wrap_next(#name), __ATOMIC_RELAXED);     \
        (__typeof__(&name))found_##name;                                                           \
    })

/* Defines `next` as the next function of that name, which is looked up once. */
#define WRAP_NEXT_IN(kept, type, name)                                                             \
    void *found = __atomic_load_n(&(kept), __ATOMIC_RELAXED);                                      \
    if (__builtin_expect(!found, 0))                                                               \
        __atomic_store_n(&(kept), found = wrap_next(name), __ATOMIC_RELAXED);                      \
    type next = (type)found

#define WRAP_NEXT(type, name)                                                                      \
    static void *kept;                                                                             \
    WRAP_NEXT_IN(kept, type, name)

#endif
