/* call_sites.c: see call_sites.h */
#include "measure/vocabulary/call_sites.h"

const struct measure_act_site *call_sites[CALL_SITES + CALL_SITES_TRIED];

/* Puts a site into a slot that is free. */
static bool put_into(const struct measure_act_site **slot, const struct measure_act_site *site)
{
    const struct measure_act_site *none = NULL;
    return __atomic_compare_exchange_n(slot, &none, site, false, __ATOMIC_RELEASE,
                                       __ATOMIC_RELAXED);
}

void call_sites_put(const struct measure_act_site **near, const struct measure_act_site *site)
{
    const struct measure_act_site **slot = &call_sites[call_sites_slot(site->name, site->address)];
    bool is_put = put_into(near, site);
    for (unsigned i = 0; i < CALL_SITES_TRIED && !is_put; i++)
        is_put = put_into(&slot[i], site);
    if (!is_put)
        __atomic_store_n(near, site, __ATOMIC_RELEASE);
}
