/* callers.h: finds the routines that led to a call site in a program without probes, from the
 * return addresses on the stack. The stack is walked by .eh_frame once for each path to a site. The
 * words that were read are stored: if all of them are the same at the next call, at the same stack
 * depth, the callers are the same, too. */
#ifndef MEASURE_CALLERS_H
#define MEASURE_CALLERS_H

#include "measure/lane.h"
#include "measure/unwind/walk.h"

#include <triptych/probes.h>

#include <stdbool.h>
#include <stdint.h>

enum {
    CALLERS_FIRST_BITS = 11,
    CALLERS_FIRST = 1 << CALLERS_FIRST_BITS, /* slots for sites */
    CALLERS_OTHER_BITS = 15,
    CALLERS_OTHER = 1 << CALLERS_OTHER_BITS, /* slots for further callers of a site */
    CALLERS_GROUP = 2, /* stack words that are compared together; the last group repeats one */
};

/* The callers of a site, as one thread found them. The fields that each search reads are in one
 * cache line, the checks of few callers in the next two. */
struct measure_callers_entry {
    const void *site;
    uint64_t call;                /* measure_callers_call() */
    uintptr_t pointer;            /* as in struct measure_walk */
    const struct format_node *up; /* parent of the last visit; NULL: there was none */
    struct format_node *node;     /* the node of that visit, a child of `up` */
    union {
        struct measure_callers_entry *follower; /* mpi/quick.h */
        void *function;                         /* of a copy: the function that is called */
    };
    uint32_t generation; /* copies.h: visits of the region are timed, and not logged; 0: unknown */
    int16_t mask;        /* of `pointer`: 0, or -1, all bits */
    uint16_t count;      /* checks, in whole groups */
    uint64_t type;       /* a datatype of an earlier call: mpi/type.h */
    uint32_t type_size;
    uint32_t next;          /* next entry of the bucket: callers.c */
    const void *buffers[2]; /* of the last call, if any: mpi/buffer.h */
    struct tri_region *region;
    struct measure_walk_check checks[];
};

/* The entries that a thread tries first, since most sites are called again by the same callers. The
 * first entry of a site is found by the site alone; further ones by the site and the first word
 * that differs. */
struct measure_callers_slots {
    struct measure_callers_entry *first[CALLERS_FIRST], *other[CALLERS_OTHER];
};

/* Returns the slots of this thread; &callers_none before its first call. */
struct measure_callers_slots *measure_callers_quick_ones(void);
extern __attribute__((visibility("hidden"))) struct measure_callers_slots callers_none;

/* True if callers are to be found. A program with probes needs none: its tree contains them. */
extern __attribute__((visibility("hidden"))) bool callers_wanted;

/* Combines the stack position and the called function into one key. */
static inline uint64_t measure_callers_call(const void *frame, unsigned function)
{
    return (uint64_t)(uintptr_t)frame << 12 | function;
}

static inline uint32_t measure_callers_key(const void *site, const void *frame)
{
    return (uint32_t)(uintptr_t)site + (uint32_t)(uintptr_t)frame * 8;
}

static inline struct measure_callers_entry **
measure_callers_first(struct measure_callers_slots *slots, uint32_t key)
{
    return &slots->first[(key ^ key >> CALLERS_FIRST_BITS) >> 2 & (CALLERS_FIRST - 1)];
}

static inline struct measure_callers_entry **
measure_callers_other(struct measure_callers_slots *slots, uint32_t key, uintptr_t word)
{
    /* Mixed twice: sites and callers are often at equal distances, on x86-64 above all. */
    uint32_t mixed = key * UINT32_C(0x9e3779b9);
    mixed = ((mixed ^ mixed >> 15) + (uint32_t)word) * UINT32_C(0x85ebca6b);
    return &slots->other[mixed >> (32 - CALLERS_OTHER_BITS)];
}

/* Compares as many words as a group has. If one differs, *word is the first one that does. The
 * location of each word follows from the one before it, so nothing is read beyond a difference. */
static inline __attribute__((always_inline)) bool
callers_group_is(const struct measure_walk_check *check, uintptr_t *word)
{
#pragma GCC unroll 2
    for (unsigned i = 0; i < CALLERS_GROUP; i++) {
        *word = *check[i].at;
        if (__builtin_expect(*word != check[i].value, 0))
            return false;
    }
    return true;
}

/* True if the stack words are those of the entry. If not, *word is the first one that differs. The
 * first groups are no loop: how often a short loop runs is hard to predict after MPI has waited. */
static inline __attribute__((always_inline)) bool
callers_are(const struct measure_callers_entry *known, uintptr_t pointer, uintptr_t *word)
{
    *word = pointer;
    if ((known->pointer ^ pointer) & (uintptr_t)(intptr_t)known->mask)
        return false;
    const struct measure_walk_check *check = known->checks;
    unsigned count = known->count;
    enum { TWO = 2 * CALLERS_GROUP, THREE = 3 * CALLERS_GROUP };
    if (__builtin_expect(!count, 0))
        return true;
    if (__builtin_expect(!callers_group_is(check, word), 0))
        return false;
    if (count == CALLERS_GROUP)
        return true;
    if (__builtin_expect(!callers_group_is(check + CALLERS_GROUP, word), 0))
        return false;
    if (count == TWO)
        return true;
    if (__builtin_expect(!callers_group_is(check + TWO, word), 0))
        return false;
    for (unsigned i = THREE; __builtin_expect(i < count, 0); i += CALLERS_GROUP) {
        if (!callers_group_is(check + i, word))
            return false;
    }
    return true;
}

/* Returns the entry of the call if its slots hold it; NULL if measure_callers_find() has to look
 * for it. */
static inline __attribute__((always_inline)) struct measure_callers_entry *
callers_known(struct measure_callers_slots *slots, const void *site, const void *frame,
              uintptr_t pointer, unsigned function)
{
    uint64_t call = measure_callers_call(frame, function);
    uint32_t key = measure_callers_key(site, frame);
    struct measure_callers_entry *known = *measure_callers_first(slots, key);
    uintptr_t word;
    if (__builtin_expect(!known || known->site != site || known->call != call, 0))
        return NULL;
    if (__builtin_expect(callers_are(known, pointer, &word), 1))
        return known;
    known = *measure_callers_other(slots, key, word);
    if (!known || known->site != site || known->call != call || !callers_are(known, pointer, &word))
        return NULL;
    return known;
}

/* Returns the region for the call at `site` with its present callers. `base` is the region of the
 * site alone; it is returned if the callers cannot be found. `frame` is a stack address below the
 * caller's frame, at a fixed distance. `pointer` is the caller's frame pointer, or 0 if it is to be
 * found in the words above `frame`. `function` is the number of the called function, less than
 * 4096. */
struct tri_region *measure_callers_find(struct tri_region *base, const void *site,
                                        const void *frame, uintptr_t pointer, unsigned function);

/* Clears all entries after a library was unloaded. */
void measure_callers_forget_unloaded(void);

#endif
