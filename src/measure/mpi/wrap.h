/* wrap.h: a call of an MPI function is a visit of its call site: what the generated wrappers are
 * made of. Names that begin with mpi_ are those of Fortran. */
#ifndef MEASURE_MPI_WRAP_H
#define MEASURE_MPI_WRAP_H

#pragma GCC visibility push(default)
#include <mpi.h>
#pragma GCC visibility pop

#include "measure/act.h"
#include "measure/callers.h"
#include "measure/filter.h"
#include "measure/listen.h"
#include "measure/visit.h"

#include <stdbool.h>
#include <stdint.h>

enum { WRAP_VALUES = 12, WRAP_GROUP = 4 };

/* The outermost call that a thread is in. What MPI calls on the way, callbacks of the program
 * included, belongs to it: the function of the same number below a Fortran name, which knows the
 * arguments, tells the rest. */
struct wrap_call {
    const void *frame; /* of the wrapper on the stack; NULL: the thread is in no call */
    /* Of the thread, for quick calls: the slots, callers_none while messages are logged; and where
     * its lane_current and its listen_busy are, which is known once there are slots. */
    struct callers_slots *quick;
    struct format_node **current;
    unsigned *busy;
    struct tri_node *node;
    struct format_node *visited;
    uint64_t bytes;
    uint64_t cpu_next; /* ticks: when the thread's CPU time is to be read again */
    /* So far, what a quick call needs. */
    uint64_t cpu_inside;           /* ticks in calls since it was last read */
    struct callers_slots *callers; /* of the thread */
    unsigned number;               /* of the function, from 1 */
    bool told;      /* the function itself has been met; true while the thread is in no call */
    bool has_more;  /* values were logged before it ended */
    bool is_kept;   /* it makes a persistent operation, and begins none */
    bool has_root;  /* see below */
    uint32_t file;  /* row of the region table; 0: none, also while the thread is in no call */
    unsigned count; /* of values */
    uint64_t cpu;   /* ns: what it was */
    uint64_t more;  /* of these, what was told with such values */
    struct filter_message told_before; /* by such values */
    /* What the hooks before the call leave for those after it: */
    uint64_t order, given, taken;
    uint32_t root; /* world rank, if it has one */
    const void *message;
    int requests;      /* saved by the request table */
    MPI_Status status; /* instead of one that the caller does not want */
    struct log_value values[WRAP_VALUES];
};

/* Of the library's own: found without a table. */
#define WRAP_HIDDEN __attribute__((visibility("hidden")))

/* Whether messages are logged; wrap_look finds out. */
extern WRAP_HIDDEN bool wrap_logs;
void wrap_look(void);

extern __thread
    __attribute__((tls_model("initial-exec"), visibility("hidden"))) struct wrap_call wrap_own;

/* Its address, which the compiler would compute again and again. */
static inline __attribute__((always_inline)) struct wrap_call *wrap_thread(void)
{
    struct wrap_call *own = &wrap_own;
    __asm__("" : "+r"(own));
    return own;
}

/* The process is a place from now on, if it may be. False: nothing is measured. */
bool wrap_start(void);

/* Now and then, at the begin and the end of calls, the CPU time of the thread is read: so it is
 * known how much of it went into MPI, and how much the program had for itself. */
extern WRAP_HIDDEN uint64_t wrap_cpu_every; /* ticks */
void wrap_cpu_entered(struct wrap_call *call);
uint64_t wrap_cpu_left(struct wrap_call *call, uint64_t now);

/* A call that took so many ticks ends now. With those that the system took from the thread while it
 * looked at its CPU time. */
static inline __attribute__((always_inline)) uint64_t wrap_cpu(struct wrap_call *call,
                                                               uint64_t ticks, uint64_t now)
{
    call->cpu_inside += ticks;
    return __builtin_expect(ticks >= wrap_cpu_every, 0) ? ticks + wrap_cpu_left(call, now) : ticks;
}

/* The next function of that name. */
void *wrap_next(const char *name);

/* Begins a visit like act_begin(): the child entered last, or the one that followed it last time,
 * is tried at once. *opened: when, in ticks. */
static inline __attribute__((always_inline)) struct tri_node *
wrap_enter(struct tri_region *region, struct wrap_call *call, uint64_t *opened)
{
    struct format_node *up = lane_current, *node = up->recent;
    if (__builtin_expect(!region, 0))
        return NULL;
    unsigned mode = __atomic_load_n(&region->mode, __ATOMIC_RELAXED);
    if (node->region != region->id)
        node = node->next;
    if (__builtin_expect(node->region != region->id || (mode != TRI_TIME && mode != TRI_TIME_LOG) ||
                             clock_kind != FORMAT_CLOCK_COUNTER,
                         0)) {
        struct tri_node *handle = act_begin(region);
        call->visited = lane_current;
        *opened = lane_current->open;
        return handle;
    }
    call->visited = node;
    up->recent = node;
    visit_open(node, TRI_TIME);
    *opened = node->open;
    return mode == TRI_TIME ? visit_handle(up) : visit_logged_handle(up);
}

/* Call sites that a function has met: each entry is set once and stays. */
struct wrap_site {
    const void *address;
    struct tri_region *region;
};

enum { WRAP_SITES = 8 }; /* of each function; others are looked for in the table of all */

static inline __attribute__((always_inline)) struct tri_region *
wrap_find_site(struct wrap_site *sites, enum tri_kind kind, unsigned flags, const char *name,
               const void *address)
{
    struct wrap_site *at = &sites[((uintptr_t)address >> 2 ^ (uintptr_t)address >> 6) % WRAP_SITES];
    const void *known = __atomic_load_n(&at->address, __ATOMIC_RELAXED);
    /* what it points to is complete: no processor reads that before the pointer itself */
    struct tri_region *region = __atomic_load_n(&at->region, __ATOMIC_RELAXED);
    if (__builtin_expect(known == address && region && act_address(region) == address, 1))
        return region; /* of a library that was unloaded, the address is another one */
    region = act_site(kind, flags, name, address);
    if (region && !known &&
        __atomic_compare_exchange_n(&at->address, &known, address, false, __ATOMIC_RELAXED,
                                    __ATOMIC_RELAXED))
        __atomic_store_n(&at->region, region, __ATOMIC_RELEASE);
    return region;
}

/* The callers were not the same as the last time. */
struct tri_region *wrap_find_callers(struct wrap_call *call, struct tri_region *base,
                                     const void *frame, uintptr_t pointer, unsigned number,
                                     const void *address);

/* The region of a call: that of its site, or of the site with the callers that it has now. */
static inline __attribute__((always_inline)) struct tri_region *
wrap_find_region(struct wrap_call *call, const void *frame, uintptr_t pointer, unsigned number,
                 enum tri_kind kind, unsigned flags, const char *name, const void *address,
                 struct wrap_site *sites)
{
    const struct callers_entry *known =
        callers_known(call->callers, address, frame, pointer, number);
    if (__builtin_expect(known != NULL, 1))
        return known->region;
    struct tri_region *region = sites ? wrap_find_site(sites, kind, flags, name, address)
                                      : act_site(kind, flags, name, address);
    return region ? wrap_find_callers(call, region, frame, pointer, number, address) : NULL;
}

/* The next call of the same kind finds its node at once. */
static inline void wrap_remember(const struct wrap_call *call, const void *frame, uintptr_t pointer,
                                 unsigned number, const void *site)
{
    struct callers_entry *known = callers_known(call->callers, site, frame, pointer, number);
    if (known && call->node) {
        known->up = visit_up(call->node);
        known->node = visit_up(call->node)->recent;
    }
}

/* The call was left by a longjmp, or an exception, out of a callback. */
void wrap_jumped(void);

/* The call that a function is to tell of; NULL: it is none of the program's. `frame` is that of the
 * wrapper, `begins` and `pointer` are the frame and the pointer of callers_find(); `sites` may be
 * NULL. */
static inline __attribute__((always_inline)) struct wrap_call *
wrap_begin(const void *frame, const void *begins, uintptr_t pointer, unsigned number,
           enum tri_kind kind, unsigned flags, const char *name, const void *site,
           struct wrap_site *sites)
{
    struct wrap_call *own = &wrap_own;
    if (__builtin_expect(own->frame != NULL, 0)) {
        if (frame < own->frame) { /* further down */
            bool is_it = own->number == number && !own->told;
            own->told |= is_it;
            return is_it ? own : NULL;
        }
        wrap_jumped();
    }
    if (__builtin_expect(!listen_hears(FORMAT_COLLECT_MPI), 0) && !wrap_start())
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
    if (sites && !wrap_logs)
        wrap_remember(own, begins, pointer, number, site);
    if (__builtin_expect(opened >= own->cpu_next, 0))
        wrap_cpu_entered(own);
    own->frame = frame;
    listen_busy++;
    return own;
}

/* Makes room for a group of values, which belong together. */
void wrap_flush(struct wrap_call *call);

static inline void wrap_group(struct wrap_call *call)
{
    if (call->count > WRAP_VALUES - WRAP_GROUP)
        wrap_flush(call);
}

/* MPI returned an error: nothing was moved, and there is nothing to tell. */
static inline void wrap_failed(struct wrap_call *call)
{
    call->bytes = 0;
    call->count = 0;
}

/* At most WRAP_GROUP of them. */
static inline void wrap_value(struct wrap_call *call, enum format_value what, uint64_t value)
{
    call->values[call->count++] = (struct log_value){what, value};
}

/* One that is logged; and what is not of the usual kind. */
void wrap_finish_logged(struct wrap_call *call, uint64_t now);
void wrap_finish_far(struct wrap_call *call, uint64_t now);

/* The end of a visit of `node`, below `up`, that is not logged. */
static inline __attribute__((always_inline)) void
wrap_leave(struct wrap_call *call, struct format_node *up, struct format_node *node, uint64_t now)
{
    if (__builtin_expect(node != lane_current || node->open <= FORMAT_OPEN_UNTIMED, 0)) {
        wrap_finish_far(call, now);
        return;
    }
    node->bytes += call->bytes;
    node_add_time(node, wrap_cpu(call, now - node->open, now));
    visit_go_up(node, up);
}

static inline __attribute__((always_inline)) void wrap_finish(struct wrap_call *call)
{
    struct tri_node *handle = call->node;
    uint64_t now = clock_now();
    if (__builtin_expect(!handle || call->file, 0)) {
        wrap_finish_far(call, now);
        return;
    }
    if (visit_is_logged(handle)) {
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

/* Most calls are like one before: the same site, the same callers, and nothing but counts and times
 * to keep. Their wrappers begin and end them without a call of any other function, so that the
 * arguments stay where they are. */
struct wrap_quick {
    struct format_node *up, *node;
    uint64_t opened; /* ticks */
};

/* The child of `up` that a visit of the region enters; NULL: it is not found at once. */
static inline __attribute__((always_inline)) struct format_node *
wrap_quick_node(const struct callers_entry *known, const struct format_node *up)
{
    if (__builtin_expect(known->up == up, 1))
        return known->node;
    struct format_node *node = up->recent;
    if (node->region != known->region->id)
        node = node->next;
    return node->region == known->region->id ? node : NULL;
}

/* Whether it is such a call; nothing is changed yet. Inside of a call, the thread is busy. */
static inline __attribute__((always_inline)) bool
wrap_is_quick(const struct wrap_call *own, struct wrap_quick *quick, const void *begins,
              uintptr_t pointer, unsigned number, const void *site)
{
    const struct callers_entry *known = callers_known(own->quick, site, begins, pointer, number);
    if (__builtin_expect(!known || *own->busy, 0))
        return false;
    quick->up = *own->current;
    quick->node = wrap_quick_node(known, quick->up);
    if (__builtin_expect(!quick->node ||
                             __atomic_load_n(&known->region->mode, __ATOMIC_RELAXED) != TRI_TIME ||
                             !(__atomic_load_n(&listen_to, __ATOMIC_RELAXED) & FORMAT_COLLECT_MPI),
                         0))
        return false;
    quick->opened = clock_counter(); /* TRI_TIME says that it is the clock */
    return __builtin_expect(quick->opened < own->cpu_next, 1);
}

static inline __attribute__((always_inline)) void
wrap_begin_quick(struct wrap_call *own, const struct wrap_quick *quick, const void *frame)
{
    own->node = visit_handle(quick->up);
    own->visited = quick->node;
    quick->up->recent = quick->node;
    *own->current = quick->node; /* as node_make_current() */
    __asm__ volatile("" ::: "memory");
    quick->node->count++;
    quick->node->open = quick->opened;
    own->frame = frame;
    *own->busy = 1; /* it was 0 */
}

/* As wrap_leave() and visit_go_up(), with what wrap_begin_quick() has left: nothing has to be kept
 * for it during the call. */
static inline __attribute__((always_inline)) void wrap_end_quick(struct wrap_call *call,
                                                                 const void *frame)
{
    if (__builtin_expect(call->frame != frame, 0))
        return;
    *call->busy = 0;
    call->frame = NULL;
    struct format_node *node = call->visited, **current = call->current;
    uint64_t now = clock_counter(), opened = node->open;
    if (__builtin_expect(node != *current || opened <= FORMAT_OPEN_UNTIMED, 0)) {
        wrap_finish_far(call, now);
        return;
    }
    node->bytes += call->bytes;
    node_add_time(node, wrap_cpu(call, now - opened, now));
    node->open = 0;
    __asm__ volatile("" ::: "memory");
    *current = (struct format_node *)call->node;
}

/* The same for those who need not be as fast. */
struct wrap_call *wrap_begin_far(const void *frame, unsigned number, enum tri_kind kind,
                                 unsigned flags, const char *name, const void *site);
void wrap_end_far(struct wrap_call *call, const void *frame);

/* Of a Fortran name: the function itself is met on the way, maybe. */
struct wrap_call *wrap_begin_fortran(const void *frame, unsigned number, enum tri_kind kind,
                                     unsigned flags, const char *name, const void *site);

/* The same for those whose hooks speak with other ranks, which may be measured where this one is
 * not: NULL only for what MPI calls by itself. */
struct wrap_call *wrap_begin_for_all(const void *frame, unsigned number, enum tri_kind kind,
                                     unsigned flags, const char *name, const void *site);

#define WRAP_PUBLIC __attribute__((visibility("default")))
#define WRAP_SITE __builtin_return_address(0)
#define WRAP_FRAME __builtin_frame_address(0)

/* GCC would find it out again and again. */
static inline __attribute__((always_inline)) const void *wrap_known(const void *address)
{
    __asm__("" : "+r"(address));
    return address;
}

/* A wrapper of a quick call leaves all others to a second function, to which it jumps: it is called
 * from the same place then, with the same stack above it. What both know of it is where that
 * begins, and the caller's frame pointer, which is the first that a frame has. Clang does not tell.
 */
#if defined __GNUC__ && !defined __clang__
#define WRAP_HAS_QUICK 1
#define WRAP_BEGINS wrap_known(__builtin_dwarf_cfa())
#define WRAP_POINTER (*(const uintptr_t *)__builtin_frame_address(0))
#else
#define WRAP_HAS_QUICK 0
#define WRAP_BEGINS WRAP_FRAME
#define WRAP_POINTER 0
#endif

/* The function itself, for Triptych's own use; the name begins with PMPI_. */
#define WRAP_REAL(name)                                                                            \
    ({                                                                                             \
        static void *kept_##name;                                                                  \
        void *found_##name = __atomic_load_n(&kept_##name, __ATOMIC_RELAXED);                      \
        if (__builtin_expect(!found_##name, 0))                                                    \
            __atomic_store_n(&kept_##name, found_##name = wrap_next(#name), __ATOMIC_RELAXED);     \
        (__typeof__(&name))found_##name;                                                           \
    })

/* `next` is the next function of that name, which is looked for once and kept. */
#define WRAP_NEXT_IN(kept, type, name)                                                             \
    void *found = __atomic_load_n(&(kept), __ATOMIC_RELAXED);                                      \
    if (__builtin_expect(!found, 0))                                                               \
        __atomic_store_n(&(kept), found = wrap_next(name), __ATOMIC_RELAXED);                      \
    type next = (type)found

#define WRAP_NEXT(type, name)                                                                      \
    static void *kept;                                                                             \
    WRAP_NEXT_IN(kept, type, name)

#endif
