/* act_site.c: the call sites of acts (act.h), in a hash table that is searched without a lock and
 * from which nothing is removed. */
#include "measure/act_site.h"

#include "measure/act.h"
#include "measure/call_site.h"
#include "measure/guard.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/visit.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum {
    SITES = 16384, /* a quarter of the slots stays empty */
    MOST_SITES = SITES / 4 * 3,
    CHUNK = 64, /* sites are allocated in groups of this size */
};

static struct measure_act_site *table[SITES];
static unsigned used;

static unsigned slot_of(const void *address, const char *name)
{
    uint64_t hash = ((uint64_t)(uintptr_t)address ^ (uint64_t)(uintptr_t)name << 20) *
                    UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)(hash >> 40) % SITES;
}

/* Returns the slot of the site, or the empty slot where it belongs. */
static inline struct measure_act_site **find(unsigned kind, const char *name, const void *address)
{
    for (unsigned slot = slot_of(address, name);; slot = (slot + 1) % SITES) {
        /* relaxed: the site was complete before its pointer was published, and no processor reads
         * it first */
        const struct measure_act_site *site = __atomic_load_n(&table[slot], __ATOMIC_RELAXED);
        if (!site || (site->address == address && site->name == name && site->kind == kind))
            return &table[slot];
    }
}

/* Returns memory for a site from mmap(): the program's allocator must not be called here. NULL if
 * there is none. */
static struct measure_act_site *allocate(void)
{
    static struct measure_act_site *chunk;
    static unsigned left;
    if (!left) {
        chunk = mmap(NULL, CHUNK * sizeof *chunk, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (chunk == MAP_FAILED)
            return NULL;
        left = CHUNK;
    }
    left--;
    return chunk++;
}

/* Enters a site in the table, with a region of its own unless it shares one. The guard must be
 * held. */
static struct measure_act_site *make(const struct measure_act_site *like)
{
    struct measure_act_site *site = measure_place_is_measuring() ? allocate() : NULL;
    if (!site)
        return NULL;
    *site = *like;
    if (!site->region) {
        site->region = &site->own;
        if (!measure_region_add_described(&site->own, site->known.at, site->facts))
            return NULL;
    }
    used++;
    __atomic_store_n(find(site->kind, site->name, site->address), site, __ATOMIC_RELEASE);
    return site;
}

/* Returns the site in the table, or makes it. The guard must be held. */
static struct measure_act_site *find_or_make(enum tri_kind kind, unsigned flags, uint32_t facts,
                                             const char *name, const void *address,
                                             const struct measure_address *known, const char *note)
{
    struct measure_act_site *site = *find(kind, name, address);
    if (site || used >= SITES - 1)
        return site;
    struct measure_act_site like = {
        .address = address, .name = name, .kind = kind, .facts = facts, .known = *known};
    like.own = (struct tri_region){
        .mode = TRI_NEW,
        .kind = (unsigned char)kind,
        .flags = (unsigned char)flags,
        .name = name,
        .file = known->module,
        .note = note,
    };
    if (address && (!known->module[0] ||
                    used >= MOST_SITES)) { /* it shares the region of the unknown address */
        static const struct measure_address nowhere = {.module = ""};
        const struct measure_act_site *shared =
            find_or_make(kind, flags, facts, name, NULL, &nowhere, note);
        if (!shared || used >= MOST_SITES)
            return (struct measure_act_site *)shared;
        like.region = shared->region;
    }
    return make(&like);
}

static VISIT_RARE struct tri_region *meet(enum tri_kind kind, unsigned flags, uint32_t facts,
                                          const char *name, const void *address, const char *note)
{
    if (!measure_place_is_measuring())
        return NULL;
    struct measure_address known = {.module = ""};
    int saved = errno;
    if (address && !call_site_of(kind, name, address, &known))
        known = (struct measure_address){.module = ""}; /* code generated at run time */
    sigset_t before;
    measure_guard_enter(&before);
    const struct measure_act_site *site =
        find_or_make(kind, flags, facts, name, address, &known, note);
    int error = errno;
    measure_guard_leave(&before);
    if (!site)
        measure_place_stop(error, "the table of regions cannot grow");
    errno = saved;
    return site ? site->region : NULL;
}

static inline struct tri_region *site_region(enum tri_kind kind, unsigned flags, uint32_t facts,
                                             const char *name, const void *site, const char *note)
{
    const struct measure_act_site *known = *find(kind, name, site);
    if (__builtin_expect(!known && __atomic_load_n(&used, __ATOMIC_RELAXED) >= MOST_SITES, 0))
        known = *find(kind, name, NULL);
    return __builtin_expect(known != NULL, 1) ? known->region
                                              : meet(kind, flags, facts, name, site, note);
}

struct tri_region *measure_act_site(enum tri_kind kind, unsigned flags, const char *name,
                                    const void *site)
{
    return site_region(kind, flags, 0, name, site, NULL);
}

struct tri_region *measure_act_described(enum tri_kind kind, unsigned flags, uint32_t facts,
                                         const char *name, const void *site, const char *note)
{
    return site_region(kind, flags, facts, name, site, note);
}

const void *measure_act_address(const struct tri_region *region)
{
    return measure_act_site_of(region)->address;
}

bool measure_act_has_address(const struct tri_region *base, const void *address)
{
    return address && measure_act_site_of(base)->address == address &&
           measure_act_site_of(base)->known.module[0];
}

bool measure_act_is_tail_call(const struct tri_region *base)
{
    const struct measure_act_site *site = measure_act_site_of(base);
    struct measure_address behind;
    return measure_address_of(site->address, &behind) && strcmp(behind.at, site->known.at) != 0;
}

struct tri_region *measure_act_variant(const struct tri_region *base, const char *note)
{
    assert(measure_guard_is_own());
    struct measure_act_site *site = measure_place_is_measuring() ? allocate() : NULL;
    if (!site)
        return NULL;
    *site = *measure_act_site_of(base);
    site->region = &site->own;
    site->own = (struct tri_region){
        .mode = TRI_NEW,
        .kind = base->kind,
        .flags = base->flags,
        .name = base->name,
        .file = base->file,
        .note = note,
    };
    bool added = measure_region_add(&site->own, site->known.at);
    site->own.note = NULL;
    return added ? &site->own : NULL;
}

void measure_act_forget_unloaded(void)
{
    static char nobody; /* no call has this address */
    for (unsigned slot = 0; slot < SITES; slot++) {
        struct measure_act_site *site = __atomic_load_n(&table[slot], __ATOMIC_ACQUIRE);
        if (!site || !site->address || site->region != &site->own || site->address == &nobody ||
            measure_address_module(site->address))
            continue;
        sigset_t before;
        measure_guard_enter(&before);
        measure_region_forget(&site->own);
        __atomic_store_n(&site->address, &nobody, __ATOMIC_RELAXED);
        measure_guard_leave(&before);
    }
}
