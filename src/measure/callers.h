/* callers.h: which routines led to a call whose site is known, in a program without probes: the
 * return addresses on the stack.
 *
 * The stack is walked by .eh_frame once for each way to get to a site. What was read on the way is
 * kept: if all of it is the same the next time, at the same depth of the stack, the callers are the
 * same, too. */
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
    CALLERS_OTHER = 1 << CALLERS_OTHER_BITS, /* slots for the other callers that a site has */
};

/* The callers of a site, as a thread found them; what is always looked at is in one line of the
 * cache. */
struct callers_entry {
    const void *site;
    uint64_t call;                /* callers_call() */
    uintptr_t pointer, mask;      /* as in struct walk */
    const struct walk_check *end; /* of its checks */
    struct tri_region *region;
    const struct format_node *up; /* where the last visit began; NULL: there was none */
    struct format_node *node;     /* which was visited then, a child of it */
    struct callers_entry *next;   /* in its bucket */
    struct walk_check checks[];
};

/* Where a thread looks first: most sites are called again by the same callers. The first callers of
 * a site have a slot that it is found by; the others have one that what is different tells, too. */
struct callers_slots {
    struct callers_entry *first[CALLERS_FIRST], *other[CALLERS_OTHER];
};

/* Those of a thread; callers_none before its first call. */
struct callers_slots *callers_quick_ones(void);
extern __attribute__((visibility("hidden"))) struct callers_slots callers_none;

/* Whether callers are looked for: not in a program that has probes, whose tree tells them. */
extern __attribute__((visibility("hidden"))) bool callers_wanted;

/* Where the stack is, and which function is called. */
static inline uint64_t callers_call(const void *frame, unsigned function)
{
    return (uint64_t)(uintptr_t)frame << 12 | function;
}

static inline uint32_t callers_key(const void *site, const void *frame)
{
    return (uint32_t)(uintptr_t)site + (uint32_t)(uintptr_t)frame * 8;
}

static inline struct callers_entry **callers_first(struct callers_slots *slots, uint32_t key)
{
    return &slots->first[key * UINT32_C(0x9e3779b9) >> (32 - CALLERS_FIRST_BITS)];
}

static inline struct callers_entry **callers_other(struct callers_slots *slots, uint32_t key,
                                                   uintptr_t word)
{
    key += (uint32_t)word * 5;
    return &slots->other[key * UINT32_C(0x9e3779b9) >> (32 - CALLERS_OTHER_BITS)];
}

/* Whether the stack is as it was; if not, *word is the first that is different. Each word tells
 * where the next one is: none is read behind it. */
static inline __attribute__((always_inline)) bool callers_are(const struct callers_entry *known,
                                                              uintptr_t pointer, uintptr_t *word)
{
    *word = pointer;
    if ((known->pointer ^ pointer) & known->mask)
        return false;
    for (const struct walk_check *check = known->checks; check < known->end; check++) {
        *word = *check->at;
        if (*word != check->value)
            return false;
    }
    return true;
}

/* NULL: they have to be looked for. */
static inline __attribute__((always_inline)) struct callers_entry *
callers_known(struct callers_slots *slots, const void *site, const void *frame, uintptr_t pointer,
              unsigned function)
{
    uint64_t call = callers_call(frame, function);
    uint32_t key = callers_key(site, frame);
    struct callers_entry *known = *callers_first(slots, key);
    uintptr_t word;
    if (__builtin_expect(!known || known->site != site || known->call != call, 0))
        return NULL;
    if (__builtin_expect(callers_are(known, pointer, &word), 1))
        return known;
    known = *callers_other(slots, key, word);
    if (!known || known->site != site || known->call != call || !callers_are(known, pointer, &word))
        return NULL;
    return known;
}

/* The region for the call at `site` with the callers that it has now. `base` is
 * that of the site itself, which is returned where the callers are not known. `frame`
 * is on the stack, below what the caller has there, at a fixed distance. `pointer` is the caller's
 * frame pointer; 0: it is to be found in what is above `frame`. `function` is a number, less than
 * 4096, of the one that is called. */
struct tri_region *callers_find(struct tri_region *base, const void *site, const void *frame,
                                uintptr_t pointer, unsigned function);

/* Another thread has the lane from now on, or another process: its tree begins anew. */
void callers_begin(struct lane *lane);

/* A library was unloaded. */
void callers_forget_unloaded(void);

#endif
