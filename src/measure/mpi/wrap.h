/* wrap.h: the building blocks of the generated wrappers: a call of an MPI function is a visit of
 * its call site. Names that begin with mpi_ are those of Fortran. */
#ifndef MEASURE_MPI_WRAP_H
#define MEASURE_MPI_WRAP_H

#pragma GCC visibility push(default)
#include <mpi.h>
#pragma GCC visibility pop

#include "measure/act.h"
#include "measure/callers.h"
#include "measure/copies.h"
#include "measure/filter.h"
#include "measure/heed.h"
#include "measure/listen.h"
#include "measure/visit.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    WRAP_VALUES = 12,
    WRAP_GROUP = 4,
    WRAP_NEAR = 16,
    WRAP_NEAR_CHECKS = 8, /* most stack words of a near entry */
};

/* A copy of what a quick call needs, beside the thread's other data. Its entry of callers is found
 * through the slots: three loads, each of which waits for the one before it, and each from a page
 * that nothing else uses; so is the mode of its region. After MPI has waited for a message, the
 * processor has forgotten where these pages are. */
union wrap_near {
    struct measure_callers_entry entry;
    char room[256]; /* a power of two, so that its address is computed at once */
};

_Static_assert(sizeof(struct measure_callers_entry) +
                       WRAP_NEAR_CHECKS * sizeof(struct measure_walk_check) <=
                   sizeof(union wrap_near),
               "a copy has room for its checks");

/* The outermost MPI call that a thread is in. All that MPI calls inside, callbacks of the program
 * included, belongs to it. Below a Fortran name, the C function of the same number, which knows the
 * arguments, records the rest. */
struct wrap_call {
    const void *frame; /* of the wrapper on the stack; NULL: the thread is in no call */
    /* For quick calls: the thread's slots, or callers_none while messages are logged; and the
     * addresses of its measure_lane_current and its listen_busy, which are known once there are
     * slots. */
    struct measure_callers_slots *quick;
    struct format_node **current;
    unsigned *busy;
    struct tri_node *node;
    struct format_node *visited;
    uint64_t bytes;
    uint64_t cpu_next; /* ticks: when the thread's CPU time is to be read again */
    /* End of what the beginning of a quick call needs. */
    MPI_Status status;   /* used if the caller wants none */
    uint64_t cpu_inside; /* ticks in calls since the last read */
    uint64_t cpu_long;   /* a copy of wrap_cpu_long */
    /* End of what the end of a quick call needs. */
    struct measure_callers_slots *callers; /* the thread's slots */
    unsigned number;                       /* number of the function, from 1 */
    bool told;      /* the C function has been reached; true while the thread is in no call */
    bool has_more;  /* values were logged before the call ended */
    bool is_kept;   /* it makes a persistent operation, but starts none */
    bool has_root;  /* `root` is valid */
    bool has_near;  /* `near` has been filled */
    uint32_t file;  /* region of the file; 0: none, also while the thread is in no call */
    unsigned count; /* number of values */
    uint64_t cpu;   /* ns: value of the last read */
    uint64_t read;  /* ticks: when that was */
    uint64_t more;  /* bytes that were logged with such values */
    struct measure_filter_message told_before; /* message fields of such values */
    /* Set by hooks before the call for those after it: */
    uint64_t order, given, taken;
    uint32_t root; /* world rank, if the operation has one */
    const void *message;
    int requests; /* number of requests saved in request_room */
    struct measure_log_value values[WRAP_VALUES];
    _Alignas(64) union wrap_near near[WRAP_NEAR]; /* of frequent calls: wrap_near_of() */
};

/* Marks variables that only this library uses, so that they are accessed without the global offset
 * table. */
#define WRAP_HIDDEN __attribute__((visibility("hidden")))

/* True if messages are logged; wrap_look() sets it. */
extern WRAP_HIDDEN bool wrap_logs;
void wrap_look(void);

extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct wrap_call wrap_own;

/* Returns the address of wrap_own, which the compiler would otherwise compute repeatedly. */
static inline __attribute__((always_inline)) struct wrap_call *wrap_thread(void)
{
    struct wrap_call *own = &wrap_own;
    __asm__("" : "+r"(own));
    return own;
}

/* Makes the process a place, if it may be one. False if nothing is measured. */
bool wrap_start(void);

/* The CPU time of the thread is read at the end of each long call, in which the thread may have
 * slept, and otherwise now and then when a call begins, so that the part spent in MPI is known. */
extern WRAP_HIDDEN uint64_t wrap_cpu_long; /* ticks of a long call */
void wrap_cpu_entered(struct wrap_call *call);
uint64_t wrap_cpu_left(struct wrap_call *call, uint64_t now);

/* Counts a call of that many ticks that ends now. Returns its ticks, including those that the
 * system took from the thread while its CPU time was read. */
static inline __attribute__((always_inline)) uint64_t wrap_cpu(struct wrap_call *call,
                                                               uint64_t ticks, uint64_t now)
{
    call->cpu_inside += ticks;
    return __builtin_expect(ticks >= wrap_cpu_long, 0) ? ticks + wrap_cpu_left(call, now) : ticks;
}

/* Returns the next function of that name behind this library. */
void *wrap_next(const char *name);

/* Begins a visit like measure_act_begin(), but tries the child entered last, and the one that
 * followed it last time, inline. *opened: the start in ticks. */
static inline __attribute__((always_inline)) struct tri_node *
wrap_enter(struct tri_region *region, struct wrap_call *call, uint64_t *opened)
{
    measure_bridge_cross();
    struct format_node *up = measure_lane_current, *node = up->recent;
    if (__builtin_expect(!region, 0))
        return NULL;
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    if (node->region != region->id)
        node = node->next;
    if (__builtin_expect(node->region != region->id || (mode != TRI_TIME && mode != TRI_TIME_LOG) ||
                             clock_kind != FORMAT_CLOCK_COUNTER,
                         0)) {
        struct tri_node *handle = measure_act_begin(region);
        call->visited = measure_lane_current;
        *opened = measure_lane_current->open;
        return handle;
    }
    call->visited = node;
    up->recent = node;
    measure_visit_open(node, TRI_TIME);
    *opened = node->open;
    return mode == TRI_TIME ? measure_visit_handle(up) : measure_visit_logged_handle(up);
}

/* A call site of one function; each entry is set once and stays. */
struct wrap_site {
    const void *address;
    struct tri_region *region;
};

enum { WRAP_SITES = 8 }; /* per function; further sites are found in the table of all sites */

static inline __attribute__((always_inline)) struct tri_region *
wrap_find_site(struct wrap_site *sites, enum tri_kind kind, unsigned flags, const char *name,
               const void *address)
{
    struct wrap_site *at = &sites[((uintptr_t)address >> 2 ^ (uintptr_t)address >> 6) % WRAP_SITES];
    const void *known = __atomic_load_n(&at->address, __ATOMIC_RELAXED);
    /* relaxed: the region was complete before its pointer was published, and no processor reads it
     * first */
    struct tri_region *region = __atomic_load_n(&at->region, __ATOMIC_RELAXED);
    if (__builtin_expect(known == address && region && measure_act_address(region) == address, 1))
        return region; /* if its library was unloaded, the address differs */
    region = measure_act_site(kind, flags, name, address);
    if (region && !known &&
        __atomic_compare_exchange_n(&at->address, &known, address, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        __atomic_store_n(&at->region, region, __ATOMIC_RELEASE);
    return region;
}

/* Finds the callers if they differ from those of the last call. */
struct tri_region *wrap_find_callers(struct wrap_call *call, struct tri_region *base,
                                     const void *frame, uintptr_t pointer, unsigned number,
                                     const void *address);

/* Returns the region of a call: that of its site, or of the site with its present callers. */
static inline __attribute__((always_inline)) struct tri_region *
wrap_find_region(struct wrap_call *call, const void *frame, uintptr_t pointer, unsigned number,
                 enum tri_kind kind, unsigned flags, const char *name, const void *address,
                 struct wrap_site *sites)
{
    const struct measure_callers_entry *known =
        callers_known(call->callers, address, frame, pointer, number);
    if (__builtin_expect(known != NULL, 1))
        return known->region;
    struct tri_region *region = sites ? wrap_find_site(sites, kind, flags, name, address)
                                      : measure_act_site(kind, flags, name, address);
    return region ? wrap_find_callers(call, region, frame, pointer, number, address) : NULL;
}

/* Returns the place of the copy of a call's entry. */
static inline __attribute__((always_inline)) union wrap_near *
wrap_near_of(struct wrap_call *call, unsigned number, const void *site)
{
    return &call->near[((uintptr_t)site >> 2 ^ number) % WRAP_NEAR];
}

/* Stores the node in the entry of the callers, so that the next such call finds it at once, and
 * copies the entry. A frequent call is soon copied again if another one has taken its place: from
 * time to time, when the thread's CPU time is read, a call is no quick one. */
void wrap_remember(struct wrap_call *call, const void *frame, uintptr_t pointer, unsigned number,
                   const void *site, void *next);

/* Forgets the copies: no call is a quick one while messages are logged. */
void wrap_forget_near(struct wrap_call *call);

/* Closes a call that was left by longjmp, or by an exception, from a callback. */
void wrap_jumped(void);

/* Returns the call that a function is to record; NULL if the program did not make it. `frame` is
 * the wrapper's frame, `begins` and `pointer` are frame and pointer of measure_callers_find();
 * `sites` may be NULL; `next` is the real function, if `sites` is not NULL. */
static inline __attribute__((always_inline)) struct wrap_call *
wrap_begin(const void *frame, const void *begins, uintptr_t pointer, unsigned number,
           enum tri_kind kind, unsigned flags, const char *name, const void *site,
           struct wrap_site *sites, void *next)
{
    struct wrap_call *own = &wrap_own;
    if (__builtin_expect(own->frame != NULL, 0)) {
        if (frame < own->frame) { /* called from inside */
            bool is_it = own->number == number && !own->told;
            own->told |= is_it;
            return is_it ? own : NULL;
        }
        wrap_jumped();
    }
    if (__builtin_expect(!measure_listen_hears(FORMAT_COLLECT_MPI), 0) && !wrap_start())
        return NULL;
    own->number = number;
    own->told = true;
    own->is_kept = false;
    own->has_more = false;
    own->file = 0;
    own->count = 0;
    own->bytes = 0;
    uint64_t opened = 0; /* ticks */
    own->node =
        wrap_enter(wrap_find_region(own, begins, pointer, number, kind, flags, name, site, sites),
                   own, &opened);
    own->quick = wrap_logs ? &callers_none : own->callers;
    if (__builtin_expect(wrap_logs && own->has_near, 0))
        wrap_forget_near(own);
    if (sites && !wrap_logs)
        wrap_remember(own, begins, pointer, number, site, next);
    if (__builtin_expect(opened >= own->cpu_next, 0))
        wrap_cpu_entered(own);
    own->frame = frame;
    listen_busy++;
    return own;
}

/* Makes room for a group of values that belong together. */
void wrap_flush(struct wrap_call *call);

static inline void wrap_group(struct wrap_call *call)
{
    if (call->count > WRAP_VALUES - WRAP_GROUP)
        wrap_flush(call);
}

/* Discards bytes and values: MPI returned an error, and nothing was moved. */
static inline void wrap_failed(struct wrap_call *call)
{
    call->bytes = 0;
    call->count = 0;
}

/* Adds a value; at most WRAP_GROUP of them after wrap_group(). */
static inline void wrap_value(struct wrap_call *call, enum format_value what, uint64_t value)
{
    call->values[call->count++] = (struct measure_log_value){what, value};
}

/* wrap_finish_logged() ends a call that is logged, wrap_finish_far() any call. */
void wrap_finish_logged(struct wrap_call *call, uint64_t now);
void wrap_finish_far(struct wrap_call *call, uint64_t now);

/* Ends a visit of `node`, below `up`, that is not logged. */
static inline __attribute__((always_inline)) void
wrap_leave(struct wrap_call *call, struct format_node *up, struct format_node *node, uint64_t now)
{
    if (__builtin_expect(node != measure_lane_current || node->open <= FORMAT_OPEN_UNTIMED, 0)) {
        wrap_finish_far(call, now);
        return;
    }
    node->bytes += call->bytes;
    measure_node_add_time(node, wrap_cpu(call, now - node->open, now));
    measure_visit_go_up(node, up);
    measure_heed_check();
}

static inline __attribute__((always_inline)) void wrap_finish(struct wrap_call *call)
{
    struct tri_node *handle = call->node;
    uint64_t now = measure_clock_now();
    if (__builtin_expect(!handle || call->file, 0)) {
        wrap_finish_far(call, now);
        return;
    }
    if (measure_visit_is_logged(handle)) {
        wrap_finish_logged(call, now);
        return;
    }
    struct format_node *up = (struct format_node *)handle;
    wrap_leave(call, up, up->recent, now);
}

static inline __attribute__((always_inline)) void wrap_end(struct wrap_call *call,
                                                           const void *frame)
{
    if (call->frame != frame)
        return;
    listen_busy--;
    call->frame = NULL;
    wrap_finish(call);
    call->told = true;
    call->file = 0;
}

/* A quick call. Most calls are like an earlier one: the same site, the same callers, and only
 * counts and times to update. Their wrappers begin and end them without calling any other function,
 * so that the arguments stay in their registers. */
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

/* True if it can be a quick call; nothing is changed yet. Inside a call, the thread is busy. */
static inline __attribute__((always_inline)) bool
wrap_is_quick(struct wrap_call *own, struct wrap_quick *quick, const void *begins,
              uintptr_t pointer, unsigned number, const void *site, void *const *next)
{
    if (__builtin_expect(wrap_is_near(own, quick, begins, pointer, number, site), 1))
        return true;
    struct measure_callers_entry *known = callers_known(own->quick, site, begins, pointer, number);
    quick->next = __atomic_load_n(next, __ATOMIC_RELAXED);
    if (__builtin_expect(!known || !quick->next || *own->busy || measure_bridge_is_on, 0))
        return false;
    quick->known = known;
    quick->up = *own->current;
    quick->node = wrap_quick_node(known, quick->up);
    return __builtin_expect(
        quick->node && __atomic_load_n(&known->region->mode, __ATOMIC_RELAXED) == TRI_TIME &&
            __atomic_load_n(&listen_to, __ATOMIC_RELAXED) & FORMAT_COLLECT_MPI,
        1);
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
    node->bytes += call->bytes;
    call->cpu_inside += ticks;
    measure_node_add_time(node, ticks);
    node->open = 0;
    __asm__ volatile("" ::: "memory");
    *current = (struct format_node *)call->node;
}

/* Variants for calls that need not be as fast. */
struct wrap_call *wrap_begin_far(const void *frame, unsigned number, enum tri_kind kind,
                                 unsigned flags, const char *name, const void *site);
void wrap_end_far(struct wrap_call *call, const void *frame);

/* Begins a call by a Fortran name, in which the C function may be called. */
struct wrap_call *wrap_begin_fortran(const void *frame, unsigned number, enum tri_kind kind,
                                     unsigned flags, const char *name, const void *site);

/* Begins a call of a function whose hooks communicate with other ranks, which may be measured even
 * if this one is not. Returns NULL only for calls that MPI makes itself. */
struct wrap_call *wrap_begin_for_all(const void *frame, unsigned number, enum tri_kind kind,
                                     unsigned flags, const char *name, const void *site);

#define WRAP_PUBLIC __attribute__((visibility("default")))
#define WRAP_SITE __builtin_return_address(0)

/* Wrappers of quick calls, and what they read, are side by side instead of all over the library: a
 * program needs few pages for them. The section of the data has a name of its own, since the linker
 * keeps such a section together; listen_to is in it, too. */
#define WRAP_QUICK WRAP_PUBLIC __attribute__((section(".text.hot.wrap")))
#define WRAP_TOGETHER __attribute__((section("tri_together")))
#define WRAP_FRAME __builtin_frame_address(0)

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

/* The real function, for Triptych's own calls; the name begins with PMPI_. */
#define WRAP_REAL(name)                                                                            \
    ({                                                                                             \
        static void *kept_##name;                                                                  \
        void *found_##name = __atomic_load_n(&kept_##name, __ATOMIC_RELAXED);                      \
        if (__builtin_expect(!found_##name, 0))                                                    \
            __atomic_store_n(&kept_##name, found_##name = wrap_next(#name), __ATOMIC_RELAXED);     \
        (__typeof__(&name))found_##name;                                                           \
    })

/* Defines `next` as the next function of that name, which is looked up once. */
#define WRAP_NEXT_IN(kept, type, name)                                                             \
    void *found = __atomic_load_n(&(kept), __ATOMIC_RELAXED);                                      \
    if (__builtin_expect(!found, 0))                                                               \
        __atomic_store_n(&(kept), found = wrap_next(name), __ATOMIC_RELAXED);                      \
    type next = (type)found

#define WRAP_NEXT(type, name)                                                                      \
    static void *kept;                                                                             \
    WRAP_NEXT_IN(kept, type, name)

#endif
