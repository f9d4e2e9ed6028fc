/* wait.h: how the thread collector records a call: waiting for an object, acquiring it without
 * waiting, releasing it. */
#ifndef MEASURE_THREADS_WAIT_H
#define MEASURE_THREADS_WAIT_H

#include "measure/act.h"
#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/object.h"
#include "measure/threads/real.h"

/* A recorded call: the function that the program called, and the call site. */
struct wait_call {
    enum tri_kind kind;
    const char *name;
    const void *site;
    struct format_object *object;
};

#define WAIT_CALL(kind_, function_, object_)                                                       \
    (&(struct wait_call){kind_, #function_, __builtin_return_address(0), object_})

/* Calls of the runtime libraries of OpenMP and of `#pragma tri` directives for themselves are not
 * the program's. Whether a site is
 * theirs is remembered in one word: the address, and a bit that no address has. */
enum { WAIT_SITES = 1024 };
#define WAIT_FOREIGN ((uintptr_t)1 << 63)
extern uintptr_t wait_sites[WAIT_SITES];

bool wait_meets_foreign(uintptr_t site);
void wait_forget_sites(void);

static inline bool measure_wait_is_foreign(const void *from)
{
    uintptr_t site = (uintptr_t)from;
    uintptr_t known = __atomic_load_n(&wait_sites[site / 4 % WAIT_SITES], __ATOMIC_RELAXED);
    if (__builtin_expect(known == site, 1))
        return false;
    return known == (site | WAIT_FOREIGN) || wait_meets_foreign(site);
}

/* True if a call from that site is to be recorded. */
static inline bool wait_hears(const void *site)
{
    return measure_listen_hears(FORMAT_COLLECT_THREADS) && !measure_wait_is_foreign(site) &&
           __builtin_expect(measure_lane_own || measure_lane_start(), 1);
}
#define WAIT_HEARS() wait_hears(__builtin_return_address(0))

struct wait {
    struct tri_node *act;
    struct format_object *object;
    uint64_t
        before;     /* the object that the thread waited for already, if this is a signal handler */
    uint64_t value; /* meaning: see `what` */
    enum format_value what; /* 0: no value */
};

/* Begins to wait for the object. */
void wait_begin(struct wait *wait, const struct wait_call *call);

/* Ends the wait. With `got`, the thread holds the object now. */
void wait_end(struct wait *wait, bool got);

/* Ends the wait of a cancelled thread; a cleanup handler for a struct wait. */
void wait_cancelled(void *wait);

/* Ends the wait for an object that several can hold at a time; `holds` as in object.h. */
void wait_end_shared(struct wait *wait, bool got, bool holds);

/* Records a call that did not wait. With `got`, the thread holds the object now. */
void wait_point(const struct wait_call *call, bool got);

void wait_point_shared(const struct wait_call *call, bool got, bool holds);

/* Releases an object: wait_let_go() before the real call, wait_gone() after it. `nested`: the
 * thread locked it more than once, and keeps it. */
struct wait_release {
    uint64_t now, held;
    uint32_t holder; /* before the release */
    bool own, nested;
};

void wait_let_go(struct wait_release *release, struct format_object *object, bool nested);
void wait_gone(const struct wait_release *release, const struct wait_call *call, bool done);

#endif
