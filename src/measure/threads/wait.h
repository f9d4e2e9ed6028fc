/* wait.h: how the collector of threads tells of a call: waiting, getting without it, letting go. */
#ifndef MEASURE_THREADS_WAIT_H
#define MEASURE_THREADS_WAIT_H

#include "measure/act.h"
#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/object.h"
#include "measure/threads/real.h"

/* A call that is told of: what the program called, and where. */
struct wait_call {
    enum tri_kind kind;
    const char *name;
    const void *site;
    struct format_object *object;
};

#define WAIT_CALL(kind_, function_, object_)                                                       \
    (&(struct wait_call){kind_, #function_, __builtin_return_address(0), object_})

/* What OpenMP's libraries do for themselves is not the program's doing. Which sites are theirs is
 * remembered in one word each: the address, and a bit that no address has. */
enum { WAIT_SITES = 1024 };
#define WAIT_FOREIGN ((uintptr_t)1 << 63)
extern uintptr_t wait_sites[WAIT_SITES];

bool wait_meets_foreign(uintptr_t site);
void wait_forget_sites(void);

static inline bool wait_is_foreign(const void *from)
{
    uintptr_t site = (uintptr_t)from;
    uintptr_t known = __atomic_load_n(&wait_sites[site / 4 % WAIT_SITES], __ATOMIC_RELAXED);
    if (__builtin_expect(known == site, 1))
        return false;
    return known == (site | WAIT_FOREIGN) || wait_meets_foreign(site);
}

/* Whether to tell of a call from there. */
static inline bool wait_hears(const void *site)
{
    return listen_hears(FORMAT_COLLECT_THREADS) && !wait_is_foreign(site) &&
           __builtin_expect(lane_own || lane_start(), 1);
}
#define WAIT_HEARS() wait_hears(__builtin_return_address(0))

struct wait {
    struct tri_node *act;
    struct format_object *object;
    uint64_t before;        /* what the thread waited for already: a signal handler waits, too */
    uint64_t value;         /* see what */
    enum format_value what; /* 0: nothing more is known */
};

/* From now on the thread may wait for the object. */
void wait_begin(struct wait *wait, const struct wait_call *call);

/* No longer. With `got`, it has the object now. */
void wait_end(struct wait *wait, bool got);

/* The same for a thread that is cancelled while it waits. */
void wait_cancelled(void *wait);

/* The same for what several can get at a time; `holds` as in object.h. */
void wait_end_shared(struct wait *wait, bool got, bool holds);

/* A call that did not wait. With `got`, the thread has the object now. */
void wait_point(const struct wait_call *call, bool got);

void wait_point_shared(const struct wait_call *call, bool got, bool holds);

/* Lets go of the object: before and after the real call. `nested`: it is had more than once, and
 * stays. */
struct wait_release {
    uint64_t now, held;
    uint32_t holder; /* as it was */
    bool own, nested;
};

void wait_let_go(struct wait_release *release, struct format_object *object, bool nested);
void wait_gone(const struct wait_release *release, const struct wait_call *call, bool done);

#endif
