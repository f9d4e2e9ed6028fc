/* object.c: see object.h. The records are in a file of the place, so that an observer of a deadlock
 * sees who holds what. */
#include "measure/object.h"

#include "format/place.h"
#include "measure/address.h"
#include "measure/clock.h"
#include "measure/guard.h"
#include "measure/lane.h"
#include "measure/place.h"
#include "measure/region.h"
#include "measure/store.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum {
    TABLE = 2 * FORMAT_OBJECTS,
    NAMED = 4096, /* objects with a region of their own */
    FIRST_BYTES = 16384,
};

/* The location of an object: its data if that is in a module, otherwise the site that first used
 * it. */
struct spot {
    struct measure_address known;
    const void *where; /* NULL: in no module */
    bool is_data;
};

struct named {
    struct tri_region region;
    struct spot spot;
    uint64_t id;
    char name[40];
};

static struct measure_store store;
static struct format_objects_header *header;
static struct format_object *table[TABLE]; /* by the hash of the id; records never move */
static bool full;
static struct named *all; /* NAMED of them, allocated when the first object gets a name */
static unsigned named;

static bool prepare(void)
{
    if (header)
        return true;
    if (!measure_store_create(&store, measure_place_folder(), "objects", -1,
                              sizeof(struct format_object), FIRST_BYTES))
        return false;
    struct format_objects_header *made = measure_store_at(&store, 0);
    made->version = FORMAT_VERSION;
    made->used = 1;
    __atomic_store_n(&made->magic, FORMAT_OBJECTS_MAGIC, __ATOMIC_RELEASE);
    __atomic_store_n(&header, made, __ATOMIC_RELEASE);
    return true;
}

static unsigned slot_of(uint64_t id)
{
    return (unsigned)((id * UINT64_C(0x9e3779b97f4a7c15)) >> 32) % TABLE;
}

/* Returns the slot of the object, or the empty slot where it belongs. */
static inline struct format_object **find(uint64_t id)
{
    for (unsigned slot = slot_of(id);; slot = (slot + 1) % TABLE) {
        /* relaxed: the object was complete before its pointer was published, and no processor reads
         * it first */
        const struct format_object *object = __atomic_load_n(&table[slot], __ATOMIC_RELAXED);
        if (!object || object->id == id)
            return &table[slot];
    }
}

struct format_object *measure_object_known(uint64_t id)
{
    return __atomic_load_n(find(id), __ATOMIC_RELAXED);
}

/* True if the object's region was made for an earlier object of that kind at the same location. */
static bool region_is_at(const struct format_object *object, enum format_object_kind kind,
                         const struct spot *spot)
{
    const struct named *was = (const struct named *)measure_region_known(object->region);
    size_t size = strlen(format_object_word(kind));
    return all && was >= all && was < all + NAMED && was->spot.where == spot->where &&
           !strncmp(was->name, format_object_word(kind), size) &&
           (!was->name[size] || was->name[size] == ' ');
}

/* Allocates the names when they are needed: most programs name few objects or none, and this is a
 * third of the library's address space. */
static bool make_room(void)
{
    if (all)
        return true;
    void *memory = mmap(NULL, NAMED * sizeof *all, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED)
        all = memory;
    return all;
}

/* Makes the object's region, named by its data if that is in a module, otherwise by its id and its
 * first use. Returns the region's id, or 0. */
static uint32_t name(uint64_t id, enum format_object_kind kind, const struct spot *spot)
{
    if (named == NAMED || !make_room())
        return 0;
    struct named *object = &all[named];
    object->spot = *spot;
    object->id = id;
    if (spot->is_data)
        snprintf(object->name, sizeof object->name, "%s", format_object_word(kind));
    else
        snprintf(object->name, sizeof object->name, "%s 0x%llx", format_object_word(kind),
                 (unsigned long long)id);
    object->region = (struct tri_region){
        .mode = TRI_NEW, .kind = TRI_KIND_OBJECT, .name = object->name, .file = spot->known.module};
    if (!measure_region_add(&object->region, object->spot.known.at))
        return 0;
    __atomic_store_n(&named, named + 1, __ATOMIC_RELEASE);
    return object->region.id;
}

/* Makes the record of a new object. The guard must be held. NULL if there are too many. */
static struct format_object *make(struct format_object **slot, uint64_t id,
                                  enum format_object_kind kind, const struct spot *spot)
{
    uint64_t index = header->used;
    struct format_object *object = index < FORMAT_OBJECTS ? measure_store_at(&store, index) : NULL;
    if (!object) {
        __atomic_store_n(&full, true, __ATOMIC_RELAXED);
        return NULL;
    }
    *object = (struct format_object){.kind = kind};
    object->region = kind == FORMAT_OBJECT_THREAD ? 0 : name(id, kind, spot);
    __atomic_store_n(&object->id, id, __ATOMIC_RELEASE);
    __atomic_store_n(&header->used, index + 1, __ATOMIC_RELEASE);
    __atomic_store_n(slot, object, __ATOMIC_RELEASE);
    return object;
}

/* Reuses the record for a new object at the same address. The guard must be held. */
static void make_again(struct format_object *object, enum format_object_kind kind,
                       const struct spot *spot)
{
    if (object->kind == kind)
        return; /* another thread was faster */
    if (kind != FORMAT_OBJECT_THREAD && !(object->region && region_is_at(object, kind, spot)))
        object->region = name(object->id, kind, spot);
    __atomic_store_n(&object->holder, 0, __ATOMIC_RELAXED);
    object->readers = object->needed = object->flags = 0;
    __atomic_store_n(&object->kind, kind, __ATOMIC_RELEASE);
}

static struct spot spot_of(const void *address, const void *site)
{
    struct spot spot = {.known = {.module = ""}};
    spot.is_data = address && measure_address_of(address, &spot.known);
    if (spot.is_data)
        spot.where = address;
    else if (measure_address_of(site, &spot.known))
        spot.where = site;
    return spot;
}

static __attribute__((noinline, cold)) struct format_object *
meet(uint64_t id, enum format_object_kind kind, const void *address, const void *site)
{
    if (!measure_place_is_measuring())
        return NULL;
    int saved = errno;
    struct spot spot = spot_of(address, site);
    sigset_t before;
    measure_guard_enter(&before);
    struct format_object *object = NULL;
    if (prepare()) {
        struct format_object **slot = find(id);
        object = *slot;
        if (object)
            make_again(object, kind, &spot);
        else
            object = make(slot, id, kind, &spot);
    }
    measure_guard_leave(&before);
    errno = saved;
    return object;
}

struct format_object *measure_object_of(uint64_t id, enum format_object_kind kind,
                                        const void *address, const void *site)
{
    struct format_object *object = __atomic_load_n(find(id), __ATOMIC_RELAXED);
    if (__builtin_expect(object != NULL, 1) &&
        __builtin_expect(__atomic_load_n(&object->kind, __ATOMIC_RELAXED) == kind, 1))
        return object;
    if (!object && __atomic_load_n(&full, __ATOMIC_RELAXED))
        return NULL;
    return meet(id, kind, address, site);
}

void measure_object_wait(struct format_object *object)
{
    if (!object || !measure_lane_own)
        return;
    __atomic_fetch_add(&object->waiting, 1, __ATOMIC_RELAXED);
    __atomic_fetch_add(&object->waited, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&measure_lane_own->record->waits_for, object->id, __ATOMIC_RELEASE);
}

void measure_object_end_wait(struct format_object *object)
{
    if (!object || !measure_lane_own)
        return;
    __atomic_store_n(&measure_lane_own->record->waits_for, 0, __ATOMIC_RELEASE);
    __atomic_fetch_sub(&object->waiting, 1, __ATOMIC_RELAXED);
}

void measure_object_got(struct format_object *object, uint64_t now)
{
    if (!object || !measure_lane_own)
        return;
    __atomic_store_n(&object->since, now, __ATOMIC_RELAXED);
    __atomic_store_n(&object->got, __atomic_load_n(&object->got, __ATOMIC_RELAXED) + 1,
                     __ATOMIC_RELAXED);
    __atomic_store_n(&object->holder, measure_lane_own->record->runs + 1, __ATOMIC_RELEASE);
}

void measure_object_got_shared(struct format_object *object, uint64_t now, bool holds)
{
    if (!object || !measure_lane_own)
        return;
    __atomic_fetch_add(&object->got, 1, __ATOMIC_RELAXED);
    if (!holds)
        return;
    __atomic_store_n(&object->since, now, __ATOMIC_RELAXED);
    __atomic_store_n(&object->holder, measure_lane_own->record->runs + 1, __ATOMIC_RELEASE);
}

uint64_t measure_object_let_go(struct format_object *object, uint64_t now)
{
    if (!object)
        return 0;
    uint64_t since = __atomic_load_n(&object->since, __ATOMIC_RELAXED);
    uint32_t holder = __atomic_load_n(&object->holder, __ATOMIC_RELAXED);
    __atomic_store_n(&object->holder, 0, __ATOMIC_RELEASE);
    return holder && now > since ? now - since : 0;
}

uint32_t measure_object_holder(const struct format_object *object)
{
    return object ? __atomic_load_n(&object->holder, __ATOMIC_ACQUIRE) - 1 : FORMAT_NO_ACTIVITY;
}

void measure_object_gone(uint64_t id)
{
    struct format_object *object = measure_object_known(id);
    if (object)
        __atomic_store_n(&object->kind, FORMAT_OBJECT_GONE, __ATOMIC_RELEASE);
}

void measure_object_forget_unloaded(void)
{
    unsigned count = __atomic_load_n(&named, __ATOMIC_ACQUIRE);
    for (unsigned i = 0; i < count; i++) {
        struct named *object = &all[i];
        const void *where = object->spot.where;
        if (!where || measure_address_module(where))
            continue;
        sigset_t before;
        measure_guard_enter(&before);
        object->spot.where = &named; /* no object is there, so this one is never found again */
        measure_region_forget(&object->region);
        if (object->spot.is_data)
            measure_object_gone(object->id);
        measure_guard_leave(&before);
    }
}

bool measure_object_fork(uint32_t was)
{
    if (!header)
        return true;
    bool moved = measure_store_fork(&store, true);
    uint64_t now = measure_clock_now();
    for (uint64_t i = 1; moved && i < header->used; i++) {
        struct format_object *object = measure_store_at(&store, i);
        bool own =
            object->holder == was + 1 && measure_lane_own && object->kind != FORMAT_OBJECT_THREAD;
        object->holder = own ? measure_lane_own->record->runs + 1 : 0;
        object->since = own ? now : 0;
        object->readers = object->waiting = 0;
        object->got = object->waited = 0;
    }
    return moved;
}
