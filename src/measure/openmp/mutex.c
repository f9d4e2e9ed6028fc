/* mutex.c: critical, ordered, atomic and locks: waiting for a holder to release. */
#include "measure/object.h"
#include "measure/openmp/frame.h"
#include "measure/openmp/openmp.h"

#include <stddef.h>

struct names {
    const char *get, *let_go;
};

static struct names names_of(ompt_mutex_t kind)
{
    static const struct names names[] = {
        [ompt_mutex_lock] = {"omp_set_lock", "omp_unset_lock"},
        [ompt_mutex_test_lock] = {"omp_test_lock", "omp_unset_lock"},
        [ompt_mutex_nest_lock] = {"omp_set_nest_lock", "omp_unset_nest_lock"},
        [ompt_mutex_test_nest_lock] = {"omp_test_nest_lock", "omp_unset_nest_lock"},
        [ompt_mutex_critical] = {"omp critical", "omp end critical"},
        [ompt_mutex_atomic] = {"omp atomic", "omp end atomic"},
        [ompt_mutex_ordered] = {"omp ordered", "omp end ordered"},
    };
    unsigned index = (unsigned)kind;
    bool known = index < sizeof names / sizeof names[0] && names[index].get;
    return names[known ? index : ompt_mutex_lock];
}

static bool is_lock(ompt_mutex_t kind)
{
    return kind < ompt_mutex_critical;
}

/* Corrects the kind: libomp up to 15 reports an attempt as if it waited, see locks.c. */
static ompt_mutex_t tried(ompt_mutex_t kind)
{
    if (!mutex_try_site)
        return kind;
    return kind == ompt_mutex_nest_lock ? ompt_mutex_test_nest_lock : ompt_mutex_test_lock;
}

static bool is_try(ompt_mutex_t kind)
{
    return kind == ompt_mutex_test_lock || kind == ompt_mutex_test_nest_lock;
}

/* Returns the object of a lock, whose id is the address of the user's variable, or of a critical
 * section. */
static struct format_object *object_for(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    const void *address = (const void *)(uintptr_t)id;
    return measure_object_of(id, is_lock(kind) ? FORMAT_OBJECT_LOCK : FORMAT_OBJECT_CRITICAL,
                             address, site);
}

/* The locks that this thread holds, as far as there is room; the last one is the innermost. */
enum { MOST_HELD = 64 };
static __thread __attribute__((tls_model("initial-exec"))) struct held {
    ompt_wait_id_t id;
    bool lock;      /* otherwise a critical section, or ordered */
    unsigned times; /* a nest lock: number of acquisitions */
} helds[MOST_HELD];
static __thread __attribute__((tls_model("initial-exec"))) unsigned held_count;

/* Returns the entry of a held lock; NULL if it is unknown. */
static struct held *held_of(bool lock, ompt_wait_id_t id)
{
    for (unsigned i = held_count; i > 0; i--) {
        if (helds[i - 1].lock == lock && (id == 0 || helds[i - 1].id == id))
            return &helds[i - 1];
    }
    return NULL;
}

static void hold(bool lock, ompt_wait_id_t id)
{
    if (held_count < MOST_HELD)
        helds[held_count++] = (struct held){id, lock, 1};
}

static void forget(struct held *held)
{
    *held = helds[--held_count];
}

/* An attempt is an act without duration: whether it got the lock is known later, or never. */
void mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned implementation, ompt_wait_id_t id,
                   const void *site)
{
    (void)hint, (void)implementation;
    if (!openmp_hears())
        return;
    kind = tried(kind);
    site = mutex_try_site ? mutex_try_site : site;
    site = frame_site(site, site);
    struct tri_region *region = measure_act_site(TRI_KIND_ATOMIC, 0, names_of(kind).get, site);
    bool held = kind != ompt_mutex_atomic; /* the release of an atomic is not reported */
    struct format_object *object = held ? object_for(kind, id, site) : NULL;
    if (is_try(kind)) {
        measure_act_point(region, &(struct measure_act_end){.with = object});
        return;
    }
    uint32_t holder = measure_object_holder(object);
    struct frame *frame = frame_push(FRAME_MUTEX, region);
    if (!frame)
        return;
    frame->id = id;
    frame->maker = holder;
    frame->got = object ? __atomic_load_n(&object->got, __ATOMIC_RELAXED) : 0;
    frame_wait(object, object && holder != FORMAT_NO_ACTIVITY && holder != measure_act_activity());
}

/* Returns the frame in which this thread waits for the mutex; NULL if it only tried, or if the wait
 * was not recorded. */
static const struct frame *waiting(ompt_wait_id_t id)
{
    return frame_top && frame_top->kind == FRAME_MUTEX && frame_top->id == id ? frame_top : NULL;
}

void mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    const struct frame *frame = waiting(id);
    if (kind != ompt_mutex_atomic)
        hold(is_lock(kind), id);
    if (frame)
        frame_pop_through(frame);
    else if (is_try(tried(kind)) && openmp_hears())
        measure_object_got(object_for(kind, id, site), measure_clock_now());
}

void mutex_let_go(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    site = frame_site(site, site);
    struct held *held = held_of(is_lock(kind), id);
    bool last = !held || --held->times == 0;
    id = held ? held->id : id;
    if (held && last)
        forget(held);
    if (!openmp_hears())
        return;
    struct format_object *object = last && id ? object_for(kind, id, site) : NULL;
    uint64_t now = measure_clock_now(), ticks = measure_object_let_go(object, now);
    measure_act_point(measure_act_site(TRI_KIND_RELEASE, 0, names_of(kind).let_go, site),
                      &(struct measure_act_end){.now = now, .with = object, .held = ticks});
}

/* The holder of a lock acquires it once more; it will release it as often. */
void mutex_nested(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *site)
{
    (void)site;
    if (endpoint != ompt_scope_begin)
        return;
    const struct frame *frame = waiting(id);
    struct held *held = held_of(true, id);
    if (held)
        held->times++;
    if (frame)
        frame_pop_through(frame);
}

void mutex_acquired_nest(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    if (held_of(true, id))
        mutex_nested(ompt_scope_begin, id, site);
    else
        mutex_acquired(kind, id, site);
}

void mutex_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    (void)kind, (void)site;
    measure_object_gone(id);
}
