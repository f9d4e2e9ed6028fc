/* wait.h: how the collector of threads tells of a call: waiting, getting without it, letting go. */
#ifndef MEASURE_THREADS_WAIT_H
#define MEASURE_THREADS_WAIT_H

#include "measure/act.h"
#include "measure/clock.h"
#include "measure/lane.h"
#include "measure/listen.h"
#include "measure/object.h"
#include "measure/openmp/owns.h"
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

/* Whether to tell of a call from there. What OpenMP's libraries do for themselves is not the
 * program's doing. */
static inline bool wait_hears(const void *site)
{
    return listen_hears(FORMAT_COLLECT_THREADS) && !openmp_owns(site) &&
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

/* A call that did not wait. With `got`, the thread has the object now. */
void wait_point(const struct wait_call *call, bool got);

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
