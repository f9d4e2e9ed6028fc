/* region.c: see region.h. Region descriptors stay where the compiler put them; the table on disk
 * holds copies. */
#include "measure/region.h"

#include "format/place.h"
#include "format/region.h"
#include "format/skip.h"
#include "measure/choose.h"
#include "measure/copies.h"
#include "measure/filter.h"
#include "measure/guard.h"
#include "measure/log.h"
#include "measure/place.h"
#include "measure/store.h"

#include <assert.h>
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

enum { FIRST_BYTES = 16384, CHUNK = 4096, CHUNKS = 4096 };

static struct measure_store table, strings;
static struct format_regions_header *header;
static struct tri_region **descriptors[CHUNKS]; /* by id; NULL if the library was unloaded */

/* The text added last, since neighbouring regions share their file name. Forgotten when a library
 * is unloaded: another text may then be at the same address. */
static const char *last_text;
static uint32_t last_offset;

/* Returns the id's slot in the table of descriptors; NULL if there is none. */
static struct tri_region **slot_of(uint32_t id, bool make)
{
    uint32_t chunk = id / CHUNK;
    if (chunk >= CHUNKS)
        return NULL;
    if (!descriptors[chunk] && make) {
        void *memory = mmap(NULL, CHUNK * sizeof *descriptors[0], PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED)
            __atomic_store_n(&descriptors[chunk], memory, __ATOMIC_RELEASE);
    }
    struct tri_region **slots = __atomic_load_n(&descriptors[chunk], __ATOMIC_ACQUIRE);
    return slots ? &slots[id % CHUNK] : NULL;
}

bool measure_region_prepare(void)
{
    if (!measure_store_create(&table, measure_place_folder(), "regions", -1,
                              sizeof(struct format_region), FIRST_BYTES) ||
        !measure_store_create(&strings, measure_place_folder(), "strings", -1, 1, FIRST_BYTES))
        return false;
    header = measure_store_at(&table, 0);
    header->version = FORMAT_VERSION;
    header->used = 1;
    header->strings_used = 1;
    __atomic_store_n(&header->magic, FORMAT_REGIONS_MAGIC, __ATOMIC_RELEASE);
    return true;
}

enum { LEAST_EXTENT = 4096 }; /* of the strings, in bytes */

/* Copies bytes into the strings, which may continue at another address. False with errno if there
 * is no room. */
static bool put_bytes(uint64_t offset, const char *from, size_t size)
{
    char *first = measure_store_at(&strings, offset);
    const char *last = measure_store_at(&strings, offset + size - 1);
    if (!first || !last)
        return false;
    if (last == first + size - 1 && size <= LEAST_EXTENT) { /* it is in one piece */
        memcpy(first, from, size);
        return true;
    }
    for (size_t i = 0; i < size; i++)
        *(char *)measure_store_at(&strings, offset + i) = from[i];
    return true;
}

/* Returns the offset of the text in the strings; 0 with errno if there is no room. The text added
 * last is found again. */
static uint32_t add_string(const char *text)
{
    if (!text || !*text)
        return 0;
    if (text == last_text)
        return last_offset;
    size_t size = strlen(text) + 1;
    uint64_t offset = header->strings_used;
    if (offset + size > UINT32_MAX) {
        errno = EFBIG;
        return 0;
    }
    if (!put_bytes(offset, text, size))
        return 0;
    __atomic_store_n(&header->strings_used, offset + size, __ATOMIC_RELEASE);
    last_text = text;
    last_offset = (uint32_t)offset;
    return last_offset;
}

static const struct tri_region *routine_of(const struct tri_region *region)
{
    if (region->kind == TRI_KIND_ROUTINE)
        return region;
    if (!region->unit || region->routine == 0 || region->routine > region->unit->count)
        return NULL;
    return &region->unit->regions[region->routine - 1];
}

bool measure_region_add(struct tri_region *region, const char *dir)
{
    return measure_region_add_described(region, dir, 0);
}

bool measure_region_add_described(struct tri_region *region, const char *dir, uint32_t facts)
{
    assert(measure_guard_is_own());
    if (!measure_place_is_measuring()) {
        __atomic_store_n(&region->mode, TRI_OFF, __ATOMIC_RELAXED);
        return false;
    }
    uint64_t id = header->used;
    struct format_region *record = measure_store_at(&table, id);
    struct tri_region **slot = slot_of((uint32_t)id, true);
    if (!record || !slot)
        return false;
    const struct tri_region *routine = routine_of(region);
    enum format_reason reason;
    enum tri_mode mode = choose_mode(region, routine ? routine->name : "", &reason);
    bool logged = (mode == TRI_TIME || mode == TRI_TIME_SLOW) && measure_log_chooses(region->kind);
    struct measure_filter_site site = {
        .method = routine ? routine->name : region->name,
        .is_address = dir && *dir == FORMAT_AT,
    };
    bool filtered = logged && !measure_filter_meet((uint32_t)id, region, &site);
    *record = (struct format_region){
        .flags = region->flags | (filtered ? FORMAT_FILTERED : 0) | format_described(facts),
        .mode = mode,
        .reason = reason,
        .seq = region->seq,
        .line = region->line,
        .end_line = region->end_line,
        .routine = routine && routine != region ? routine->id : 0,
        .dir = add_string(dir),
        .file = add_string(region->file),
        .note = add_string(region->note),
        .name = add_string(region->name),
    };
    __atomic_store_n(&record->kind, region->kind, __ATOMIC_RELEASE);
    __atomic_store_n(&header->used, id + 1, __ATOMIC_RELEASE);
    region->id = (uint32_t)id;
    __atomic_store_n(slot, region, __ATOMIC_RELEASE);
    region->inside = mode == TRI_TIME || mode == TRI_TIME_SLOW ? UINT32_MAX : 0;
    logged = logged && !filtered && measure_log_wants(region->kind);
    __atomic_store_n(&region->mode, logged ? TRI_TIME_LOG : mode, __ATOMIC_RELEASE);
    return true;
}

bool measure_region_add_named(struct tri_region *routine, const char *dir)
{
    bool added = measure_region_add(routine, dir);
    struct format_region *record = added ? measure_store_at(&table, routine->id) : NULL;
    if (record) {
        record->mode = TRI_OFF;
        record->reason = FORMAT_MEASURED;
    }
    __atomic_store_n(&routine->mode, TRI_OFF, __ATOMIC_RELAXED);
    return added;
}

struct tri_region *measure_region_find_routine(const char *name, const char *file, unsigned line)
{
    assert(measure_guard_is_own());
    for (uint64_t id = 1; header && id < header->used; id++) {
        struct tri_region *region = measure_region_known((uint32_t)id);
        if (region && region->kind == TRI_KIND_ROUTINE && region->unit &&
            (!line || region->line == line) && !strcmp(region->name, name) &&
            !strcmp(region->file, file))
            return region;
    }
    return NULL;
}

static bool is_timed(uint32_t mode)
{
    return mode == TRI_TIME || mode == TRI_TIME_SLOW || mode == TRI_SAMPLE;
}

void measure_region_meet_again(void)
{
    assert(measure_guard_is_own());
    for (uint64_t id = 1; id < header->used; id++) {
        struct tri_region *region = measure_region_known((uint32_t)id);
        const struct format_region *record = measure_store_at(&table, id);
        if (!region || !is_timed(__atomic_load_n(&record->mode, __ATOMIC_RELAXED)) ||
            !measure_log_chooses(region->kind))
            continue;
        const struct tri_region *routine = routine_of(region);
        const char *dir = record->dir ? measure_store_at(&strings, record->dir) : NULL;
        struct measure_filter_site site = {
            .method = routine ? routine->name : region->name,
            .is_address = dir && *dir == FORMAT_AT,
        };
        measure_filter_meet((uint32_t)id, region, &site);
        unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
        if (measure_log_wants(region->kind) && (mode == TRI_TIME || mode == TRI_TIME_SLOW))
            __atomic_compare_exchange_n(&region->mode, &mode, TRI_TIME_LOG, false, __ATOMIC_RELEASE,
                                        __ATOMIC_RELAXED);
    }
    measure_copies_are_stale();
}

void measure_region_carry(struct tri_region *anchor, struct tri_region *light)
{
    assert(measure_guard_is_own());
    if (!anchor->id || anchor->mode != TRI_OFF || !light->id || light->mode == TRI_OFF)
        return;
    struct format_region *record = measure_store_at(&table, anchor->id);
    const struct tri_region *routine = routine_of(anchor);
    if (record->reason == FORMAT_HOT && routine && routine_of(light) == routine) {
        struct format_region *of_light = measure_store_at(&table, light->id);
        of_light->mode = TRI_OFF;
        of_light->reason = FORMAT_HOT;
        __atomic_store_n(&light->mode, TRI_OFF, __ATOMIC_RELAXED);
    } else if (record->reason == FORMAT_HOT || record->reason == FORMAT_EXCLUDED) {
        record->mode = TRI_COUNT;
        __atomic_store_n(&anchor->mode, TRI_COUNT, __ATOMIC_RELAXED);
    }
}

struct tri_region *measure_region_known(uint32_t id)
{
    struct tri_region **slot = slot_of(id, false);
    return slot ? __atomic_load_n(slot, __ATOMIC_ACQUIRE) : NULL;
}

void measure_region_flag(uint32_t id, uint32_t flags)
{
    struct format_region *record = measure_store_at(&table, id);
    if (record && ~__atomic_load_n(&record->flags, __ATOMIC_RELAXED) & flags)
        __atomic_fetch_or(&record->flags, flags, __ATOMIC_RELAXED);
}

uint32_t measure_region_kind(uint32_t id)
{
    const struct format_region *record = measure_store_at(&table, id);
    return __atomic_load_n(&record->kind, __ATOMIC_RELAXED);
}

/* Changes the mode of a region: `mode` for readers, `own` for its probes. If measuring has stopped
 * meanwhile, the region stays off. */
static void switch_to(uint32_t id, enum tri_mode mode, enum tri_mode own, enum format_reason reason)
{
    struct format_region *record = measure_store_at(&table, id);
    struct tri_region *region = measure_region_known(id);
    record->reason = reason;
    __atomic_store_n(&record->mode, mode, __ATOMIC_RELAXED);
    unsigned before = region ? __atomic_load_n(&region->mode, __ATOMIC_RELAXED) : TRI_OFF;
    if (before != TRI_OFF)
        __atomic_compare_exchange_n(&region->mode, &before, own, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED);
    measure_copies_are_stale();
}

void measure_region_stop_all(void)
{
    for (uint64_t id = 1; id < header->used; id++) {
        struct tri_region **slot = slot_of((uint32_t)id, false);
        if (slot && *slot)
            __atomic_store_n(&(*slot)->mode, TRI_OFF, __ATOMIC_RELAXED);
    }
    measure_copies_are_stale();
}

bool measure_region_is_sampled(uint32_t id)
{
    const struct format_region *record = measure_store_at(&table, id);
    return __atomic_load_n(&record->mode, __ATOMIC_RELAXED) == TRI_SAMPLE;
}

/* Notes whether a visit was long; returns how many of the last visits were. If threads call it at
 * the same time, one visit may be missed. The lowest bits of `lately` are the last visits;
 * throttle.c uses the others. */
int measure_region_tell_length(uint32_t id, bool is_long)
{
    struct tri_region *region = measure_region_known(id);
    if (!region)
        return 0;
    unsigned lately = __atomic_load_n(&region->lately, __ATOMIC_RELAXED);
    unsigned last = (lately << 1 | is_long) & REGION_LAST;
    __atomic_store_n(&region->lately, (lately & ~REGION_LAST) | last, __ATOMIC_RELAXED);
    return __builtin_popcount(last);
}

void measure_region_sample(uint32_t id, uint32_t share)
{
    struct tri_region *region = measure_region_known(id);
    if (!region || !measure_place_is_measuring())
        return;
    __atomic_store_n(&region->share, share, __ATOMIC_RELAXED);
    __atomic_store_n(&region->lately, 0, __ATOMIC_RELAXED);
    switch_to(id, TRI_SAMPLE, TRI_COUNT, FORMAT_THROTTLED);
}

void measure_region_time_next(struct tri_region *region)
{
    unsigned counted = TRI_COUNT;
    __atomic_compare_exchange_n(&region->mode, &counted, TRI_SAMPLE, false, __ATOMIC_RELAXED,
                                __ATOMIC_RELAXED);
}

/* Resets the totals: the region may be sampled again later. */
void measure_region_time_again(uint32_t id)
{
    struct tri_region *region = measure_region_known(id);
    struct format_region *record = measure_store_at(&table, id);
    if (!region || !measure_place_is_measuring() || record->mode != TRI_SAMPLE)
        return;
    __atomic_store_n(&record->visits, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&record->ticks, 0, __ATOMIC_RELAXED);
    __atomic_store_n(&region->share, 0, __ATOMIC_RELAXED);
    bool logged = measure_log_chooses(region->kind) && measure_log_wants(region->kind) &&
                  (!(record->flags & FORMAT_FILTERED) || measure_filter_was_sent());
    enum tri_mode mode = choose_timed();
    switch_to(id, mode, logged ? TRI_TIME_LOG : mode, FORMAT_THROTTLED);
}

void measure_region_forget(const struct tri_region *region)
{
    assert(measure_guard_is_own());
    last_text = NULL;
    struct tri_region **slot = slot_of(region->id, false);
    if (slot && *slot == region)
        *slot = NULL;
}

struct measure_region_load measure_region_tell(uint32_t id, uint64_t visits, uint64_t ticks)
{
    struct tri_region **slot = slot_of(id, false);
    if (id == 0 || !slot || !__atomic_load_n(slot, __ATOMIC_RELAXED) ||
        !format_kind_word(measure_region_kind(id)))
        return (struct measure_region_load){0};
    struct format_region *record = measure_store_at(&table, id);
    return (struct measure_region_load){
        __atomic_add_fetch(&record->visits, visits, __ATOMIC_RELAXED),
        __atomic_add_fetch(&record->ticks, ticks, __ATOMIC_RELAXED)};
}

bool measure_region_fork(void)
{
    bool moved = measure_store_fork(&table, true);
    return measure_store_fork(&strings, true) && moved;
}
