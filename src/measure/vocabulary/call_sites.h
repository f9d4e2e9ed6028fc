/* call_sites.h: the call sites of described functions by their kind, name and address, as quick
 * calls find them. A site is looked for in one slot of its own kind of call at first; those whose
 * slot another one has taken are in a table of all kinds. */
#ifndef MEASURE_VOCABULARY_CALL_SITES_H
#define MEASURE_VOCABULARY_CALL_SITES_H

#include "measure/act_site.h"

#include <stdbool.h>

enum {
    CALL_SITES = 4096,
    CALL_SITES_TRIED = 16, /* slots from its own on where a site may be; the table has more */
};

extern __attribute__((visibility("hidden")))
const struct measure_act_site *call_sites[CALL_SITES + CALL_SITES_TRIED];

/* True if a slot has that site. */
static inline bool call_sites_is(const struct measure_act_site *site, unsigned kind,
                                 const char *name, const void *address)
{
    return site && site->address == address && site->name == name && site->kind == kind;
}

/* Returns the first slot of a site. Call sites are often equal distances apart, which a single
 * multiplication keeps. */
static inline unsigned call_sites_slot(const char *name, const void *address)
{
    uint64_t hash = ((uint64_t)(uintptr_t)address ^ (uint64_t)(uintptr_t)name << 20) *
                    UINT64_C(0xff51afd7ed558ccd);
    return (unsigned)((hash ^ hash >> 29) * UINT64_C(0xc4ceb9fe1a85ec53) >> 52);
}

_Static_assert(CALL_SITES == 1 << (64 - 52), "slots");

/* Returns a site of the table; NULL if it is not there. */
static inline const struct measure_act_site *call_sites_find(unsigned kind, const char *name,
                                                             const void *address)
{
    const struct measure_act_site **slot = &call_sites[call_sites_slot(name, address)];
    for (unsigned i = 0; i < CALL_SITES_TRIED; i++) {
        /* relaxed: the site was complete before its pointer was published, and no processor reads
         * it first */
        const struct measure_act_site *site = __atomic_load_n(&slot[i], __ATOMIC_RELAXED);
        if (!site)
            return NULL;
        if (call_sites_is(site, kind, name, address))
            return site;
    }
    return NULL;
}

/* Puts a site that was not found into its slot `near` if that is free, otherwise into the table; if
 * that has no room for it, too, it takes the slot of the other one. */
void call_sites_put(const struct measure_act_site **near, const struct measure_act_site *site);

#endif
