/* callers.c: see callers.h */
#include "measure/callers.h"

#include "format/region.h"
#include "measure/act.h"
#include "measure/address.h"
#include "measure/guard.h"
#include "measure/unwind/walk.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

enum {
    BUCKETS = 1024,
    MOST_PATHS = 4096,
    CHUNK = 1 << 16,  /* bytes */
    NOTE_SIZE = 3072, /* of the text that describes the callers */
};

/* The callers of one site, the innermost first. Never removed. */
struct path {
    const struct path *next;
    const struct tri_region *base;
    struct tri_region *region;
    unsigned count;
    bool is_cut; /* there are more, which are not known */
    uintptr_t callers[];
};

/* One of a set. */
struct entry {
    const void *site;
    uint64_t call;
    struct tri_region *region;
    uint32_t count;
    struct walk_check checks[WALK_CHECKS];
};

/* What a thread keeps. */
struct kept {
    struct callers_quick quick[CALLERS_QUICK];
    struct entry *order[CALLERS_SETS][CALLERS_WAYS]; /* the one that was used last first */
    struct entry entries[CALLERS_SETS][CALLERS_WAYS];
    struct walk_rules rules;
    unsigned generation;
};

struct callers_quick callers_none[CALLERS_QUICK];
bool callers_wanted = true;

static const struct path *paths[BUCKETS];
static unsigned path_count;
static unsigned generation = 1; /* of the code that is loaded; 0: of a table that is not used yet */

static void clear(struct kept *kept, unsigned now)
{
    bool was_used = kept->generation != 0;
    for (unsigned i = 0; i < CALLERS_SETS * CALLERS_WAYS; i++) {
        kept->order[i / CALLERS_WAYS][i % CALLERS_WAYS] =
            &kept->entries[i / CALLERS_WAYS][i % CALLERS_WAYS];
        if (was_used)
            kept->entries[i / CALLERS_WAYS][i % CALLERS_WAYS].site = NULL;
    }
    for (unsigned i = 0; was_used && i < CALLERS_QUICK; i++)
        kept->quick[i].site = NULL;
    if (was_used)
        memset(&kept->rules, 0, sizeof kept->rules);
    kept->generation = now;
}

/* A lane keeps its table for the thread that has it next. */
static struct kept *own_table(void)
{
    if (!lane_own)
        return NULL;
    if (!lane_own->callers) {
        void *memory = mmap(NULL, sizeof(struct kept), PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED)
            return NULL;
        lane_own->callers = memory;
    }
    struct kept *kept = lane_own->callers;
    unsigned now = __atomic_load_n(&generation, __ATOMIC_RELAXED);
    if (kept->generation != now)
        clear(kept, now);
    return kept;
}

/* Recursion: a return address that was met further in is the same caller again. */
static void fold(struct walk *walk)
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

static unsigned bucket_of(const struct tri_region *base, const struct walk *walk)
{
    uint64_t hash = (uintptr_t)base;
    for (unsigned i = 0; i < walk->count; i++)
        hash = (hash ^ walk->callers[i]) * UINT64_C(0x9e3779b97f4a7c15);
    return (unsigned)(hash >> 32) % BUCKETS;
}

static const struct path *find(unsigned bucket, const struct tri_region *base,
                               const struct walk *walk)
{
    const struct path *path = __atomic_load_n(&paths[bucket], __ATOMIC_ACQUIRE);
    for (; path; path = path->next) {
        if (path->base == base && path->count == walk->count && path->is_cut == walk->is_cut &&
            !memcmp(path->callers, walk->callers, walk->count * sizeof *walk->callers))
            return path;
    }
    return NULL;
}

/* Adds text; false: there is no room for it. */
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

/* As FORMAT_CALLERS says. What does not fit is cut off. */
static void describe(const struct walk *walk, const char *module, char *note)
{
    size_t used = 1;
    bool fits = true;
    note[0] = FORMAT_CALLERS;
    note[1] = '\0';
    for (unsigned i = 0; i < walk->count && fits; i++) {
        struct address address;
        if (!address_of((const void *)walk->callers[i], &address)) {
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

/* Memory of our own: nothing here may call the program's allocator. With the guard held. */
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

/* With the guard held; NULL: there is no room. */
static const struct path *make(unsigned bucket, struct tri_region *base, const struct walk *walk,
                               const char *note)
{
    const struct path *known = find(bucket, base, walk);
    if (known || path_count >= MOST_PATHS)
        return known;
    struct tri_region *region = act_variant(base, note);
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

static struct tri_region *region_of(struct tri_region *base, const struct walk *walk)
{
    unsigned bucket = bucket_of(base, walk);
    const struct path *path = find(bucket, base, walk);
    if (!path) {
        char note[NOTE_SIZE];
        sigset_t before;
        describe(walk, base->file ? base->file : "", note);
        guard_enter(&before);
        path = make(bucket, base, walk, note);
        guard_leave(&before);
    }
    return path ? path->region : base;
}

/* What is on the stack now; the region is left out. */
static bool look(struct kept *kept, struct entry *entry, struct tri_region *base, const void *site,
                 const void *frame, uint64_t call)
{
    struct walk walk;
    walk_callers(&kept->rules, (uintptr_t)site, (uintptr_t)frame, &walk);
    if (!walk.is_known)
        return false;
    if (act_is_tail_call(base)) /* the routine that made it is on the stack no more */
        walk_add_first(&walk, (uintptr_t)site);
    fold(&walk);
    entry->site = site;
    entry->call = call;
    entry->region = walk.count ? region_of(base, &walk) : base;
    entry->count = walk.check_count;
    memcpy(entry->checks, walk.checks, walk.check_count * sizeof *walk.checks);
    return true;
}

static bool fits(const struct entry *entry, const void *site, uint64_t call)
{
    if (entry->site != site || entry->call != call)
        return false;
    for (uint32_t i = 0; i < entry->count; i++) {
        if (*entry->checks[i].at != entry->checks[i].value)
            return false;
    }
    return true;
}

/* Puts the entry at `way` before the others. */
static struct entry *bring_forward(struct entry **set, unsigned way)
{
    struct entry *entry = set[way];
    memmove(set + 1, set, way * sizeof *set);
    set[0] = entry;
    return entry;
}

static void make_quick(struct kept *kept, const void *site, const void *frame, uint64_t call,
                       struct tri_region *region, const struct walk_check *checks, uint32_t count)
{
    struct callers_quick *quick = callers_slot(kept->quick, site, frame);
    if (count > CALLERS_QUICK_CHECKS)
        return;
    quick->site = site;
    quick->call = call;
    quick->region = region;
    quick->end = quick->checks + count;
    memcpy(quick->checks, checks, count * sizeof *checks);
}

static struct entry **set_of(struct kept *kept, const void *site, const void *frame)
{
    uint64_t hash = ((uint64_t)(uintptr_t)site + ((uint64_t)(uintptr_t)frame << 3)) *
                    UINT64_C(0x9e3779b97f4a7c15);
    return kept->order[(hash >> 32) % CALLERS_SETS];
}

struct callers_quick *callers_quick_ones(void)
{
    struct kept *kept = own_table();
    return kept ? kept->quick : callers_none;
}

struct tri_region *callers_find(struct tri_region *base, const void *site, const void *frame,
                                unsigned function)
{
    uint64_t call = callers_call(frame, function);
    struct kept *kept = act_has_address(base, site) ? own_table() : NULL;
    if (!kept)
        return base;
    struct entry **set = set_of(kept, site, frame), *entry = NULL;
    for (unsigned i = 0; i < CALLERS_WAYS && !entry; i++) {
        if (fits(set[i], site, call))
            entry = bring_forward(set, i);
    }
    if (!entry) {
        int saved = errno;
        entry = bring_forward(set, CALLERS_WAYS - 1);
        entry->site = NULL;
        bool found = look(kept, entry, base, site, frame, call);
        errno = saved;
        if (!found)
            return base;
    }
    make_quick(kept, site, frame, call, entry->region, entry->checks, entry->count);
    return entry->region;
}

void callers_forget_unloaded(void)
{
    __atomic_add_fetch(&generation, 1, __ATOMIC_RELAXED);
}
