/* mutex.c: critical, ordered, atomic and locks: waiting for others to let go. */
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

/* libomp up to 15 tells of a try as if it waited: see try.c. */
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

/* A lock's id is the address of the user's variable. */
static struct format_object *object_for(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    const void *address = (const void *)(uintptr_t)id;
    return object_of(id, is_lock(kind) ? FORMAT_OBJECT_LOCK : FORMAT_OBJECT_CRITICAL, address,
                     site);
}

/* libomp tells a wrong address for the end of a critical section (__kmpc_end_critical reads that of
 * thread 0): it stands for the one of its beginning. */
enum { MOST_HELD = 16 };
static __thread struct held {
    ompt_wait_id_t id;
    const void *site;
} criticals[MOST_HELD];
static __thread unsigned held_count; /* those beyond the room included */

static void hold(ompt_wait_id_t id, const void *site)
{
    if (held_count < MOST_HELD)
        criticals[held_count] = (struct held){id, site};
    held_count++;
}

/* Where it began; NULL: not known. */
static const void *let_go(ompt_wait_id_t id)
{
    held_count -= held_count > 0;
    return held_count < MOST_HELD && criticals[held_count].id == id ? criticals[held_count].site
                                                                    : NULL;
}

/* Each try is an act that takes no time: whether it got the lock is known later, or never. */
void mutex_acquire(ompt_mutex_t kind, unsigned hint, unsigned implementation, ompt_wait_id_t id,
                   const void *site)
{
    (void)hint, (void)implementation;
    if (!openmp_hears())
        return;
    kind = tried(kind);
    site = mutex_try_site ? mutex_try_site : site;
    struct tri_region *region = act_site(TRI_KIND_ATOMIC, 0, names_of(kind).get, site);
    struct format_object *object = object_for(kind, id, site);
    if (is_try(kind)) {
        act_point(region, &(struct act_end){.with = object});
        return;
    }
    uint32_t holder = object_holder(object);
    struct frame *frame = frame_push(FRAME_MUTEX, region);
    if (!frame)
        return;
    frame->id = id;
    frame->site = site;
    frame->maker = holder;
    frame_wait(object, object && holder != FORMAT_NO_ACTIVITY && holder != act_activity());
}

/* The frame of who waits for it; NULL: it was only tried, or not heard of. */
static const struct frame *waiting(ompt_wait_id_t id)
{
    return frame_top && frame_top->kind == FRAME_MUTEX && frame_top->id == id ? frame_top : NULL;
}

void mutex_acquired(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    const struct frame *frame = waiting(id);
    if (kind == ompt_mutex_critical)
        hold(id, frame ? frame->site : site);
    if (frame)
        frame_pop_through(frame);
    else if (is_try(tried(kind)) && openmp_hears())
        object_got(object_for(kind, id, site), clock_now());
}

void mutex_released(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    if (kind == ompt_mutex_critical)
        site = let_go(id);
    if (!openmp_hears())
        return;
    struct format_object *object = object_for(kind, id, site);
    uint64_t now = clock_now(), held = object_let_go(object, now);
    act_point(act_site(TRI_KIND_RELEASE, 0, names_of(kind).let_go, site),
              &(struct act_end){.now = now, .with = object, .held = held});
}

/* Who has a lock gets it once more, or gives one of these back: it has it on. */
void mutex_nested(ompt_scope_endpoint_t endpoint, ompt_wait_id_t id, const void *site)
{
    if (endpoint == ompt_scope_begin) {
        const struct frame *frame = waiting(id);
        if (frame)
            frame_pop_through(frame);
        return;
    }
    if (openmp_hears())
        act_point(act_site(TRI_KIND_RELEASE, 0, names_of(ompt_mutex_nest_lock).let_go, site),
                  &(struct act_end){0});
}

void mutex_destroy(ompt_mutex_t kind, ompt_wait_id_t id, const void *site)
{
    (void)kind, (void)site;
    object_gone(id);
}
