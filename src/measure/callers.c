/* callers.c: see callers.h */
#include "measure/callers.h"

#include "format/region.h"
#include "measure/act.h"
#include "measure/address.h"
#include "measure/copies.h"
#include "measure/guard.h"
#include "measure/unwind/walk.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum {
    BUCKETS = 1024,
    MOST_PATHS = 4096,
    CHUNK = 1 << 16,  /* bytes */
    NOTE_SIZE = 3072, /* of the text that lists the callers */
    ENTRY_BUCKETS = 4096,
    ENTRY_ALIGNMENT = 64,
    ROOM = 1 << 22, /* bytes for a thread's entries; when it is full, the thread starts with none */
};

/* The callers of one site, innermost first. Paths are never removed. */
struct path {
    struct path *next;
    const struct tri_region *base; /* NULL: a caller was in a library that was unloaded */
    struct tri_region *region;
    unsigned count;
    bool is_cut; /* the list is incomplete */
    uintptr_t callers[];
};

/* The tables of one thread. */
struct kept {
    struct measure_callers_slots slots;
    uint32_t buckets[ENTRY_BUCKETS]; /* the first entry of each: entry_at() */
    struct measure_walk_rules rules;
    unsigned generation;
    size_t used; /* bytes of the room in use */
    _Alignas(ENTRY_ALIGNMENT) char room[ROOM];
};

struct measure_callers_slots callers_none;
bool callers_wanted = true;

static struct path *paths[BUCKETS];
static unsigned path_count;
static unsigned generation = 1; /* of the loaded code; 0 marks tables not in use yet */

/* Returns the tables of this thread's lane, which keeps them for its next thread. NULL if there are
 * none. */
static struct kept *own_table(void)
{
    if (!measure_lane_own)
        return NULL;
    if (!measure_lane_own->callers) {
        void *memory = mmap(NULL, sizeof(struct kept), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (memory == MAP_FAILED)
            return NULL;
        measure_lane_own->callers_size = sizeof(struct kept);
        __atomic_store_n(&measure_lane_own->callers, memory, __ATOMIC_RELEASE);
    }
    struct kept *kept = measure_lane_own->callers;
    unsigned now = __atomic_load_n(&generation, __ATOMIC_RELAXED);
    if (kept->generation != now) {
        if (kept->generation)
            measure_lane_clear_callers(measure_lane_own);
        kept->generation = now;
    }
    return kept;
}

/* Removes repeated return addresses: in a recursion they are the same caller again. */
static void fold(struct measure_walk *walk)
{
    unsigned count = 0;
    for (unsigned i = 0; i < walk->count; i++) {
        unsigned j = 0;
        while (j < count && walk->callers[j] != walk->callers[i])
            j++;
        if (j == count)
            walk->callers[count++] = walk->callers[i];
    }
    walk->count = count;
}

static unsigned bucket_of(const struct tri_region *base, const struct measure_walk *walk)
{
    uint64_t hash = (uintptr_t)base;
    for (unsigned i = 0; i < walk->count; i++)
        hash = (hash ^ walk->callers[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)(hash >> 32) % BUCKETS;
}

static const struct path *find(unsigned bucket, const struct tri_region *base,
                               const struct measure_walk *walk)
{
    const struct path *path = __atomic_load_n(&paths[bucket], __ATOMIC_ACQUIRE);
    for (; path; path = path->next) {
        if (__atomic_load_n(&path->base, __ATOMIC_RELAXED) == base && path->count == walk->count &&
            path->is_cut == walk->is_cut &&
            !memcmp(path->callers, walk->callers, walk->count * sizeof *walk->callers))
            return path;
    }
    return NULL;
}

/* Appends text to the note; false if it does not fit. */
static bool add_text(char *note, size_t *used, const char *text)
{
    size_t size = strlen(text);
    if (size + 2 >= NOTE_SIZE - *used)
        return false;
    note[(*used)++] = FORMAT_CALLERS_NEXT;
    memcpy(note + *used, text, size + 1);
    *used += size;
    return true;
}

/* Writes the note of a path, in the form of FORMAT_CALLERS. Callers that do not fit are cut off. */
static void describe(const struct measure_walk *walk, const char *module, char *note)
{
    size_t used = 1;
    bool fits = true;
    note[0] = FORMAT_CALLERS;
    note[1] = '\0';
    for (unsigned i = 0; i < walk->count && fits; i++) {
        struct measure_address address;
        if (!measure_address_of((const void *)walk->callers[i], &address)) {
            fits = false;
            break;
        }
        if (strcmp(address.module, module) != 0)
            fits = add_text(note, &used, address.module);
        module = address.module;
        fits = fits && add_text(note, &used, address.at);
    }
    if (!fits || walk->is_cut)
        memcpy(note + used, (const char[]){FORMAT_CALLERS_NEXT, FORMAT_CALLERS_CUT, '\0'}, 3);
}

/* Returns memory for a path from mmap(): the program's allocator must not be called here. The guard
 * must be held. NULL if there is none. */
static struct path *allocate(unsigned count)
{
    static char *chunk;
    static size_t left;
    size_t size = sizeof(struct path) + count * sizeof(uintptr_t);
    if (left < size) {
        void *memory =
            mmap(NULL, CHUNK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return NULL;
        chunk = memory;
        left = CHUNK;
    }
    struct path *path = (struct path *)chunk;
    chunk += size;
    left -= size;
    return path;
}

/* Finds or makes the path. The guard must be held. NULL if there is no room. */
static const struct path *make(unsigned bucket, struct tri_region *base,
                               const struct measure_walk *walk, const char *note)
{
    const struct path *known = find(bucket, base, walk);
    if (known || path_count >= MOST_PATHS)
        return known;
    struct tri_region *region = measure_act_variant(base, note);
    struct path *path = region ? allocate(walk->count) : NULL;
    if (!path)
        return NULL;
    *path = (struct path){.next = paths[bucket],
                          .base = base,
                          .region = region,
                          .count = walk->count,
                          .is_cut = walk->is_cut};
    memcpy(path->callers, walk->callers, walk->count * sizeof *walk->callers);
    path_count++;
    __atomic_store_n(&paths[bucket], path, __ATOMIC_RELEASE);
    return path;
}

static struct tri_region *region_of(struct tri_region *base, const struct measure_walk *walk)
{
    unsigned bucket = bucket_of(base, walk);
    const struct path *path = find(bucket, base, walk);
    if (!path) {
        char note[NOTE_SIZE];
        sigset_t before;
        describe(walk, base->file ? base->file : "", note);
        measure_guard_enter(&before);
        path = make(bucket, base, walk, note);
        measure_guard_leave(&before);
    }
    return path ? path->region : base;
}

static struct measure_callers_entry *allocate_entry(struct kept *kept, uint32_t checks)
{
    size_t size = sizeof(struct measure_callers_entry) + checks * sizeof(struct measure_walk_check);
    assert(size <= ROOM);
    if (kept->used + size > ROOM) {
        unsigned now = kept->generation;
        measure_lane_clear_callers(measure_lane_own);
        kept->generation = now;
    }
    struct measure_callers_entry *entry = (struct measure_callers_entry *)(kept->room + kept->used);
    kept->used += (size + ENTRY_ALIGNMENT - 1) / ENTRY_ALIGNMENT * ENTRY_ALIGNMENT;
    return entry;
}

/* Returns the entry of a number, which counts units of ENTRY_ALIGNMENT bytes from 1; NULL if it is
 * 0. */
static struct measure_callers_entry *entry_at(struct kept *kept, uint32_t number)
{
    return number ? (struct measure_callers_entry *)(kept->room +
                                                     (size_t)(number - 1) * ENTRY_ALIGNMENT)
                  : NULL;
}

static uint32_t number_of(const struct kept *kept, const struct measure_callers_entry *entry)
{
    return (uint32_t)(((const char *)entry - kept->room) / ENTRY_ALIGNMENT) + 1;
}

static uint32_t *bucket_at(struct kept *kept, const void *site, uint64_t call)
{
    uint64_t hash = ((uint64_t)(uintptr_t)site + (call >> 12 << 3)) * UINT64_C(0x9e3779b97f4a7c15);
    return &kept->buckets[(hash >> 32) % ENTRY_BUCKETS];
}

/* Walks the stack from the call on, unless callers are not wanted. False if they cannot be
 * found. */
static bool walk_from(struct kept *kept, const struct tri_region *base, const void *site,
                      const void *frame, uintptr_t pointer, struct measure_walk *walk)
{
    if (!callers_wanted) {
        walk->count = walk->check_count = 0;
        walk->pointer = walk->mask = 0;
        return true;
    }
    measure_walk_callers(&kept->rules, (uintptr_t)site, (uintptr_t)frame, pointer, walk);
    if (!walk->is_known)
        return false;
    if (measure_act_is_tail_call(base)) /* the routine that made the call has left the stack */
        measure_walk_add_first(walk, (uintptr_t)site);
    fold(walk);
    return true;
}

/* Makes an entry for the call. NULL if its callers cannot be found. */
static struct measure_callers_entry *look(struct kept *kept, struct tri_region *base,
                                          const void *site, const void *frame, uintptr_t pointer,
                                          uint64_t call)
{
    struct measure_walk walk;
    if (!walk_from(kept, base, site, frame, pointer, &walk))
        return NULL;
    struct tri_region *region = walk.count ? region_of(base, &walk) : base;
    unsigned groups = (walk.check_count + CALLERS_GROUP - 1) / CALLERS_GROUP,
             checks = groups * CALLERS_GROUP;
    struct measure_callers_entry *entry = allocate_entry(kept, checks);
    uint32_t *bucket = bucket_at(kept, site, call);
    *entry = (struct measure_callers_entry){.next = *bucket,
                                            .site = site,
                                            .call = call,
                                            .region = region,
                                            .pointer = walk.pointer,
                                            .mask = walk.mask ? -1 : 0,
                                            .count = (uint16_t)checks};
    for (unsigned i = 0; i < checks; i++)
        entry->checks[i] = walk.checks[i < walk.check_count ? i : walk.check_count - 1];
    *bucket = number_of(kept, entry);
    return entry;
}

static bool fits(const struct measure_callers_entry *entry, const void *site, uint64_t call,
                 uintptr_t pointer)
{
    uintptr_t word;
    return entry->site == site && entry->call == call && callers_are(entry, pointer, &word);
}

/* Puts an entry into the slot where callers_known() finds it. */
static void make_quick(struct kept *kept, struct measure_callers_entry *entry, const void *frame,
                       uintptr_t pointer)
{
    uint32_t key = measure_callers_key(entry->site, frame);
    struct measure_callers_entry **slot = measure_callers_first(&kept->slots, key), *first = *slot;
    uintptr_t word;
    if (first && first->site == entry->site && first->call == entry->call &&
        !callers_are(first, pointer, &word))
        slot = measure_callers_other(&kept->slots, key, word);
    *slot = entry;
}

struct measure_callers_slots *measure_callers_quick_ones(void)
{
    struct kept *kept = own_table();
    return kept ? &kept->slots : &callers_none;
}

struct tri_region *measure_callers_find(struct tri_region *base, const void *site,
                                        const void *frame, uintptr_t pointer, unsigned function)
{
    uint64_t call = measure_callers_call(frame, function);
    struct kept *kept = measure_act_has_address(base, site) ? own_table() : NULL;
    if (!kept)
        return base;
    struct measure_callers_entry *entry = entry_at(kept, *bucket_at(kept, site, call));
    while (entry && !fits(entry, site, call, pointer))
        entry = entry_at(kept, entry->next);
    if (!entry) {
        int saved = errno;
        entry = look(kept, base, site, frame, pointer, call);
        errno = saved;
    }
    if (!entry)
        return base;
    make_quick(kept, entry, frame, pointer);
    return entry->region;
}

/* Forgets paths through unloaded code: another library may get the same addresses. Must not hold
 * the guard: the loader has a lock of its own. */
static void forget_paths(void)
{
    for (unsigned bucket = 0; bucket < BUCKETS; bucket++) {
        struct path *path = __atomic_load_n(&paths[bucket], __ATOMIC_ACQUIRE);
        for (; path; path = path->next) {
            for (unsigned i = 0; i < path->count; i++) {
                if (!measure_address_module((const void *)path->callers[i]))
                    __atomic_store_n(&path->base, NULL, __ATOMIC_RELAXED);
            }
        }
    }
}

/* Threads notice the new generation when they next look for callers; the slots of quick search are
 * emptied here. */
void measure_callers_forget_unloaded(void)
{
    sigset_t before;
    __atomic_add_fetch(&generation, 1, __ATOMIC_RELAXED);
    forget_paths();
    measure_guard_enter(&before);
    for (const struct measure_lane *lane = measure_lane_first(); lane; lane = lane->next) {
        struct kept *kept = __atomic_load_n(&lane->callers, __ATOMIC_ACQUIRE);
        for (unsigned i = 0; kept && i < CALLERS_FIRST; i++)
            __atomic_store_n(&kept->slots.first[i], NULL, __ATOMIC_RELAXED);
    }
    measure_copies_are_stale();
    measure_guard_leave(&before);
}
