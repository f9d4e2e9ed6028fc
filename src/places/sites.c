/* sites.c: see sites.h */
#include "places/sites.h"

#include <pthread.h>
#include <stddef.h>

enum { CHAINS = 4096 };

static struct tri_site *chains[CHAINS];
static bool has_when;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of those that add */

static struct tri_site **chain_of(unsigned long long key)
{
    return &chains[key % CHAINS];
}

const struct tri_site *sites_find(unsigned long long key)
{
    const struct tri_site *site = __atomic_load_n(chain_of(key), __ATOMIC_ACQUIRE);
    while (site && site->key != key)
        site = site->next;
    return site;
}

/* A source that is compiled into the program twice has the same keys twice; the order of
 * initialisation, which is that of linking, tells them apart at every place alike. */
void tri_sites_add(struct tri_site *sites, unsigned count)
{
    pthread_mutex_lock(&lock);
    for (unsigned i = 0; i < count; i++) {
        struct tri_site *site = &sites[i];
        while (sites_find(site->key))
            site->key += 0x9e3779b97f4a7c15ULL;
        struct tri_site **chain = chain_of(site->key);
        site->next = *chain;
        __atomic_store_n(chain, site, __ATOMIC_RELEASE);
        if (site->kind == TRI_SITE_WHEN)
            __atomic_store_n(&has_when, true, __ATOMIC_RELAXED);
    }
    pthread_mutex_unlock(&lock);
}

unsigned long long sites_sum(void)
{
    unsigned long long sum = 0;
    for (unsigned i = 0; i < CHAINS; i++) {
        for (const struct tri_site *site = chains[i]; site; site = site->next)
            sum += site->key * (2ULL * site->line + 1);
    }
    return sum;
}

bool sites_have_when(void)
{
    return __atomic_load_n(&has_when, __ATOMIC_RELAXED);
}
