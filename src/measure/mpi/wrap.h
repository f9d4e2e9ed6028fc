/* wrap.h: the building blocks of the generated wrappers: a call of an MPI function is a visit of
 * its call site. Names that begin with mpi_ are those of Fortran. */
#ifndef MEASURE_MPI_WRAP_H
#define MEASURE_MPI_WRAP_H

#include "measure/act.h"
#include "measure/bridge.h"
#include "measure/heed.h"
#include "measure/listen.h"
#include "measure/mpi/call.h"
#include "measure/mpi/cpu.h"
#include "measure/mpi/near.h"
#include "measure/mpi/site.h"
#include "measure/visit.h"

/* True if messages are logged; wrap_look() sets it. */
extern WRAP_HIDDEN bool wrap_logs;
void wrap_look(void);

/* Makes the process a place, if it may be one. False if nothing is measured. */
bool wrap_start(void);

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
#define WRAP_FRAME __builtin_frame_address(0)

#endif
