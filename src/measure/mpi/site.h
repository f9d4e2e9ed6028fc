/* site.h: the region of a call: its call site, or the site with its callers. */
#ifndef MEASURE_MPI_SITE_H
#define MEASURE_MPI_SITE_H

#include "measure/act.h"
#include "measure/mpi/call.h"

/* A call site of one function; each entry is set once and stays. */
struct wrap_site {
    const void *address;
    struct tri_region *region;
};

enum { WRAP_SITES = 8 }; /* per function; further sites are found in the table of all sites */

static inline __attribute__((always_inline)) struct tri_region *
wrap_find_site(struct wrap_site *sites, enum tri_kind kind, unsigned flags, const char *name,
               const void *address)
{
    struct wrap_site *at = &sites[((uintptr_t)address >> 2 ^ (uintptr_t)address >> 6) % WRAP_SITES];
    const void *known = __atomic_load_n(&at->address, __ATOMIC_RELAXED);
    /* relaxed: the region was complete before its pointer was published, and no processor reads it
     * first */
    struct tri_region *region = __atomic_load_n(&at->region, __ATOMIC_RELAXED);
    if (__builtin_expect(known == address && region && measure_act_address(region) == address, 1))
        return region; /* if its library was unloaded, the address differs */
    region = measure_act_site(kind, flags, name, address);
    if (region && !known &&
        __atomic_compare_exchange_n(&at->address, &known, address, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        __atomic_store_n(&at->region, region, __ATOMIC_RELEASE);
    return region;
}

/* Finds the callers if they differ from those of the last call. */
struct tri_region *wrap_find_callers(struct wrap_call *call, struct tri_region *base,
                                     const void *frame, uintptr_t pointer, unsigned number,
                                     const void *address);

/* Returns the region of a call: that of its site, or of the site with its present callers. */
static inline __attribute__((always_inline)) struct tri_region *
wrap_find_region(struct wrap_call *call, const void *frame, uintptr_t pointer, unsigned number,
                 enum tri_kind kind, unsigned flags, const char *name, const void *address,
                 struct wrap_site *sites)
{
    const struct measure_callers_entry *known =
        callers_known(call->callers, address, frame, pointer, number);
    if (__builtin_expect(known != NULL, 1))
        return known->region;
    struct tri_region *region = sites ? wrap_find_site(sites, kind, flags, name, address)
                                      : measure_act_site(kind, flags, name, address);
    return region ? wrap_find_callers(call, region, frame, pointer, number, address) : NULL;
}

#endif
