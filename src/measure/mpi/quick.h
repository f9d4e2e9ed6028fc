/* quick.h: quick calls. Most calls are like an earlier one: the same site, the same callers, and
 * only counts and times to update. Their wrappers begin and end them without calling any other
 * function, so that the arguments stay in their registers. */
#ifndef MEASURE_MPI_QUICK_H
#define MEASURE_MPI_QUICK_H

#include "measure/copies.h"
#include "measure/mpi/near.h"
#include "measure/mpi/wrap.h"
#include "measure/visit.h"

struct wrap_quick {
    void *next; /* the real function */
    struct measure_callers_entry *known;
    struct format_node *up, *node;
    uint64_t opened; /* ticks */
};

/* Returns the child of `up` that a visit of the region enters; NULL if it is not found at once. */
static inline __attribute__((always_inline)) struct format_node *
wrap_quick_node(const struct measure_callers_entry *known, const struct format_node *up)
{
    if (__builtin_expect(known->up == up, 1))
        return known->node;
    struct format_node *node = up->recent;
    if (node->region != known->region->id)
        node = node->next;
    return node->region == known->region->id ? node : NULL;
}

/* True if it is a call whose entry has been copied, and can be a quick one. */
static inline __attribute__((always_inline)) bool
wrap_is_near(struct wrap_call *own, struct wrap_quick *quick, const void *begins, uintptr_t pointer,
             unsigned number, const void *site)
{
    struct measure_callers_entry *entry = &wrap_near_of(own, number, site)->entry;
    uintptr_t word;
    if (__builtin_expect(((uintptr_t)entry->site ^ (uintptr_t)site) |
                             (entry->call ^ measure_callers_call(begins, number)) |
                             (entry->generation ^ measure_copies_now()),
                         0) ||
        __builtin_expect(!callers_are(entry, pointer, &word), 0))
        return false;
    quick->next = entry->function;
    quick->known = entry;
    quick->up = *own->current;
    quick->node = entry->node;
    return __builtin_expect(!(*own->busy | ((uintptr_t)quick->up ^ (uintptr_t)entry->up)), 1);
}

/* True if it is the call that came after the last one when the path of that one was called before,
 * and can be a quick one. Programs repeat the same calls in the same order: so no entry has to be
 * searched for, however many sites and callers there are. */
static inline __attribute__((always_inline)) bool
wrap_is_expected(struct wrap_call *own, struct wrap_quick *quick, const void *begins,
                 uintptr_t pointer, unsigned number, const void *site)
{
    struct measure_callers_entry *entry = own->expected;
    uintptr_t word;
    if (__builtin_expect(!entry, 0) ||
        __builtin_expect(((uintptr_t)entry->site ^ (uintptr_t)site) |
                             (entry->call ^ measure_callers_call(begins, number)) |
                             (entry->generation ^ measure_copies_now()),
                         0) ||
        __builtin_expect(!callers_are(entry, pointer, &word), 0))
        return false;
    quick->known = entry;
    quick->up = *own->current;
    quick->node = entry->node;
    if (__builtin_expect(*own->busy | ((uintptr_t)quick->up ^ (uintptr_t)entry->up), 0))
        return false;
    own->last = entry;
    own->expected = entry->follower;
    return true;
}

/* Notes that this entry came after the last one. */
static inline __attribute__((always_inline)) void
wrap_note_follower(struct wrap_call *own, struct measure_callers_entry *entry)
{
    if (own->last)
        own->last->follower = entry;
    own->last = entry;
    own->expected = entry->follower;
}

/* True if it can be a quick call; nothing but the expectation is changed yet. Inside a call, the
 * thread is busy. */
static inline __attribute__((always_inline)) bool
wrap_is_quick(struct wrap_call *own, struct wrap_quick *quick, const void *begins,
              uintptr_t pointer, unsigned number, const void *site, void *const *next)
{
    if (__builtin_expect(wrap_is_near(own, quick, begins, pointer, number, site), 1))
        return true;
    quick->next = __atomic_load_n(next, __ATOMIC_RELAXED);
    if (__builtin_expect(!quick->next, 0)) /* the site has only called the profiling interface */
        return false;
    if (__builtin_expect(wrap_is_expected(own, quick, begins, pointer, number, site), 1))
        return true;
    struct measure_callers_entry *known = callers_known(own->quick, site, begins, pointer, number);
    if (__builtin_expect(!known || known->generation != measure_copies_now() || *own->busy, 0))
        return false;
    wrap_note_follower(own, known);
    quick->known = known;
    quick->up = *own->current;
    quick->node = wrap_quick_node(known, quick->up);
    return __builtin_expect(quick->node != NULL, 1);
}

/* Reads the clock. False if the call is not a quick one after all. */
static inline __attribute__((always_inline)) bool wrap_open_quick(const struct wrap_call *own,
                                                                  struct wrap_quick *quick)
{
    quick->opened = measure_clock_counter(); /* TRI_TIME implies this clock */
    return __builtin_expect(quick->opened < own->cpu_next, 1);
}

static inline __attribute__((always_inline)) void
wrap_begin_quick(struct wrap_call *own, const struct wrap_quick *quick, const void *frame)
{
    own->node = measure_visit_handle(quick->up);
    own->visited = quick->node;
    quick->up->recent = quick->node;
    *own->current = quick->node; /* as measure_node_make_current() */
    __asm__ volatile("" ::: "memory");
    quick->node->count++;
    quick->node->open = quick->opened;
    own->frame = frame;
    *own->busy = 1; /* it was 0 */
}

/* Hooks of calls that only have visits and times. */
static inline void wrap_plain(struct wrap_call *call)
{
    (void)call;
}

static inline __attribute__((always_inline)) bool wrap_plain_quick(struct wrap_call *call,
                                                                   const struct wrap_quick *quick)
{
    (void)quick;
    call->bytes = 0;
    return true;
}

/* Does what wrap_leave() and measure_visit_go_up() do, with what wrap_begin_quick() stored: so
 * nothing has to be preserved during the call. Requests from outside (heed.h) wait until a call is
 * no quick one, which is the case when the thread's CPU time is to be read. */
static inline __attribute__((always_inline)) void wrap_end_quick(struct wrap_call *call,
                                                                 const void *frame, uint64_t now)
{
    if (__builtin_expect(call->frame != frame, 0))
        return;
    *call->busy = 0;
    call->frame = NULL;
    struct format_node *node = call->visited, **current = call->current;
    uint64_t ticks = now - node->open; /* very many of an untimed visit */
    if (__builtin_expect(node != *current || ticks >= call->cpu_long, 0)) {
        wrap_finish_far(call, now);
        return;
    }
    if (call->bytes) /* is in another cache line than what each visit needs */
        node->bytes += call->bytes;
    call->cpu_inside += ticks;
    measure_node_add_time(node, ticks);
    node->open = 0;
    __asm__ volatile("" ::: "memory");
    *current = (struct format_node *)call->node;
}

/* Wrappers of quick calls are side by side instead of all over the library: a program needs few
 * pages for them. */
#define WRAP_QUICK WRAP_PUBLIC __attribute__((section(".text.hot.wrap")))

/* Keeps GCC from computing an address repeatedly. */
static inline __attribute__((always_inline)) const void *wrap_known(const void *address)
{
    __asm__("" : "+r"(address));
    return address;
}

/* The wrapper of a quick call jumps to a second function if the call is not a quick one, so that
 * the second function has the same return address and the same stack above its frame. WRAP_BEGINS
 * is the address where that stack begins, WRAP_POINTER the caller's frame pointer, which is the
 * first word of the wrapper's frame. Clang cannot compute WRAP_BEGINS: no call is quick then. */
#if defined __GNUC__ && !defined __clang__
#define WRAP_HAS_QUICK 1
#define WRAP_BEGINS wrap_known(__builtin_dwarf_cfa())
#define WRAP_POINTER (*(const uintptr_t *)__builtin_frame_address(0))
#else
#define WRAP_HAS_QUICK 0
#define WRAP_BEGINS WRAP_FRAME
#define WRAP_POINTER 0
#endif

#endif
