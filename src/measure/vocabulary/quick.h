/* quick.h: calls of described functions that are like earlier ones, and of which only count, time
 * and bytes are recorded. They need no vector register, so that those of the program need not be
 * saved: quick.c is compiled without them. */
#ifndef MEASURE_VOCABULARY_QUICK_H
#define MEASURE_VOCABULARY_QUICK_H

#include "measure/vocabulary/call.h"
#include "measure/vocabulary/call_sites.h"

enum { QUICK_SITES = 1024 };

/* Call sites by their address and function; others are in the table of call_sites.h. */
extern __attribute__((visibility("hidden")))
const struct measure_act_site *quick_sites[QUICK_SITES];

static inline const struct measure_act_site **
measure_vocabulary_slot(const struct described_call *call)
{
    uint64_t hash = ((uint64_t)(uintptr_t)call->site ^ (uint64_t)(uintptr_t)call->function << 20) *
                    UINT64_C(0x9e3779b97f4a7c15);
    return &quick_sites[hash >> 54];
}

_Static_assert(QUICK_SITES == 1 << (64 - 54), "slots");

/* Returns the name of a call's function. */
static inline const char *measure_vocabulary_name(const struct described_call *call)
{
    const struct format_vocabulary_function *function = call->function;
    return (const char *)function - function->start + function->name;
}

/* Returns the site of a call, if it is in its slot; else NULL. Sites of libraries that were
 * unloaded have another address. */
static inline const struct measure_act_site *
measure_vocabulary_site(const struct described_call *call)
{
    /* relaxed: the site was complete before its pointer was published, and no processor reads it
     * first */
    const struct measure_act_site *site =
        __atomic_load_n(measure_vocabulary_slot(call), __ATOMIC_RELAXED);
    return __builtin_expect(
               call_sites_is(site, call->function->kind, measure_vocabulary_name(call), call->site),
               1)
               ? site
               : NULL;
}

/* Does the same in both tables. */
static inline const struct measure_act_site *
measure_vocabulary_any_site(const struct described_call *call)
{
    const struct measure_act_site *site = measure_vocabulary_site(call);
    return site ? site
                : call_sites_find(call->function->kind, measure_vocabulary_name(call), call->site);
}

/* Called by the assembler code. Begins a call and returns the function's address; 0 if it is no
 * quick call, and nothing has been done. */
uint64_t measure_vocabulary_begin_quickly(struct described_call *call);

/* Called by the assembler code. Ends such a call. False if measure_vocabulary_end() has to be
 * called, too. */
bool measure_vocabulary_end_quickly(struct described_call *call);

#endif
