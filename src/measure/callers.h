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
    CALLERS_QUICK = 128, /* entries that are tried at once; 2^7 */
    CALLERS_QUICK_CHECKS = 29,
    CALLERS_SETS = 64,
    CALLERS_WAYS = 4,
};

/* The callers of a site, as a thread found them. 512 bytes: quickly found. */
struct callers_quick {
    const void *site;
    uint64_t call; /* callers_call() */
    struct tri_region *region;
    const struct walk_check *end; /* of its checks */
    struct walk_check checks[CALLERS_QUICK_CHECKS];
    uint64_t spare[2];
};

_Static_assert(sizeof(struct callers_quick) == 512, "entry");

/* Those of a thread; callers_none before its first call. */
struct callers_quick *callers_quick_ones(void);
extern __attribute__((visibility("hidden"))) struct callers_quick callers_none[CALLERS_QUICK];

/* Whether callers are looked for: not in a program that has probes, whose tree tells them. */
extern __attribute__((visibility("hidden"))) bool callers_wanted;

/* Where the stack is, and which function is called. */
static inline uint64_t callers_call(const void *frame, unsigned function)
{
    return (uint64_t)(uintptr_t)frame << 12 | function;
}

static inline struct callers_quick *callers_slot(struct callers_quick *all, const void *site,
                                                 const void *frame)
{
    uint32_t key = (uint32_t)(uintptr_t)site + (uint32_t)(uintptr_t)frame * 8;
    return all + (key * UINT32_C(0x9e3779b9) >> 25);
}

static inline bool callers_are(const struct callers_quick *known, const void *site, uint64_t call)
{
    if (known->site != site || known->call != call)
        return false;
    for (const struct walk_check *check = known->checks; check < known->end; check++) {
        if (*check->at != check->value)
            return false;
    }
    return true;
}

/* The region for the call at `site` with the callers that it has now. `base` is
 * that of the site itself, which is returned where the callers are not known. `frame`
 * is on the stack, below what the caller has there, at a fixed distance. `function` is a number,
 * less than 4096, of the one that is called. */
struct tri_region *callers_find(struct tri_region *base, const void *site, const void *frame,
                                unsigned function);

/* A library was unloaded. */
void callers_forget_unloaded(void);

#endif
