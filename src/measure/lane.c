/* lane.c: a lane starts with the thread's first probe and ends with the thread. */
#include "measure/lane.h"

#include "measure/clock.h"
#include "measure/guard.h"
#include "measure/identity.h"
#include "measure/inherit.h"
#include "measure/node.h"
#include "measure/own/own.h"
#include "measure/place.h"
#include "measure/resources.h"

#include <triptych/probes.h>

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum {
    FIRST_BYTES = 16384,
    LONG_LIVES =
        100, /* threads that live longer than this fraction of a second store all their resources */
    ENDING_ROUNDS =
        3, /* other thread-exit handlers may still reach probes: end the lane after them */
};

/* The entries of procedures contain these offsets (triptych/entry.h): a change requires a new
 * TRI_PROBES_VERSION. */
_Static_assert(offsetof(struct tri_region, mode) == 0 && offsetof(struct tri_region, id) == 4,
               "triptych/entry.h");
_Static_assert(offsetof(struct format_node, region) == 4 &&
                   offsetof(struct format_node, recent) == 16 &&
                   offsetof(struct format_node, count) == 32 &&
                   offsetof(struct format_node, next) == 64,
               "triptych/entry.h");
_Static_assert(TRI_OFF == 0 && TRI_COUNT == 2, "triptych/entry.h");
_Static_assert(offsetof(struct format_node, type) == 0 && FORMAT_NODE == TRI_COUNT + 1,
               "triptych/entry.h");

struct format_node measure_lane_nobody = {.region = UINT32_MAX, .next = &measure_lane_nobody};
struct format_node measure_lane_nowhere = {
    .region = UINT32_MAX, .recent = &measure_lane_nobody, .next = &measure_lane_nobody};

LANE_TLS struct format_node *measure_lane_current = &measure_lane_nowhere;
LANE_TLS struct measure_lane *measure_lane_own;
LANE_TLS uint32_t measure_lane_parent = FORMAT_NO_ACTIVITY;
LANE_TLS uint32_t measure_lane_activity = FORMAT_NO_ACTIVITY;
/* A global name of measure_lane_current, for the entries of procedures (triptych/entry.h). If
 * several copies of the library are loaded, the entries use the variable of the first one, as the
 * probes do. */
__asm__(".globl tri_current\n\t.type tri_current, %tls_object\n\t.set tri_current, "
        "measure_lane_current");

static __thread __attribute__((tls_model(
    "initial-exec"))) bool is_over; /* the thread's lane has ended: nothing is measured any more */

static struct measure_lane *free_lanes, *all_lanes;
static int files; /* number of profile files made */
static pthread_key_t at_thread_end;
static void (*also_at_start)(void);

static struct measure_lane *lane_new(void)
{
    struct measure_lane *lane =
        mmap(NULL, sizeof *lane, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (lane == MAP_FAILED)
        return NULL;
    if (!measure_store_create(&lane->store, measure_place_folder(), "profile", files,
                              FORMAT_RECORD_SIZE, FIRST_BYTES)) {
        int error = errno;
        munmap(lane, sizeof *lane);
        errno = error;
        return NULL;
    }
    files++;
    lane->next = all_lanes;
    all_lanes = lane;
    lane->header = measure_store_at(&lane->store, 0);
    lane->header->magic = FORMAT_PROFILE_MAGIC;
    lane->header->version = FORMAT_VERSION;
    lane->header->used = 1;
    __atomic_store_n(&lane->header->type, FORMAT_HEADER, __ATOMIC_RELEASE);
    return lane;
}

void measure_lane_clear_callers(struct measure_lane *lane)
{
    if (lane->callers && madvise(lane->callers, lane->callers_size, MADV_DONTNEED) != 0)
        memset(lane->callers, 0, lane->callers_size);
}

/* Appends the lane's record and the root of its tree. */
static bool begin_records(struct measure_lane *lane)
{
    uint64_t self = __atomic_fetch_add(&lane->header->used, 2, __ATOMIC_RELAXED);
    struct format_lane *record = measure_store_at(&lane->store, self);
    struct format_node *root = measure_store_at(&lane->store, self + 1);
    if (!record || !root)
        return false;
    record->self = (uint32_t)self;
    record->number = (uint32_t)measure_place_next_lane();
    record->activity = record->runs = measure_lane_activity != FORMAT_NO_ACTIVITY
                                          ? measure_lane_activity
                                          : measure_place_next_activity();
    record->parent = measure_lane_parent;
    identity_fill_thread(record);
    record->start = measure_clock_now();
    root->min = UINT64_MAX;
    root->trips_min = UINT64_MAX;
    root->recent = root->next = &measure_lane_nobody;
    root->self = (uint32_t)self + 1;
    root->parent = (uint32_t)self;
    root->open = record->start;
    root->count = 1;
    __atomic_store_n(&record->type, FORMAT_LANE, __ATOMIC_RELEASE);
    __atomic_store_n(&root->type, FORMAT_NODE, __ATOMIC_RELEASE);
    lane->record = record;
    lane->root = root;
    lane->ending = 0;
    filter_history_begin(&lane->filters);
    measure_node_forget_all(lane);
    measure_lane_clear_callers(lane);
    return true;
}

bool measure_lane_start(void)
{
    if (!measure_place_is_measuring() || is_over)
        return false;
    sigset_t before;
    measure_guard_enter(&before);
    if (measure_lane_own) { /* a signal handler has started it meanwhile */
        measure_guard_leave(&before);
        return true;
    }
    struct measure_lane *lane = free_lanes;
    if (lane)
        free_lanes = lane->next_free;
    else
        lane = lane_new();
    bool started = lane && begin_records(lane);
    int error = errno;
    if (started) {
        measure_lane_own = lane;
        measure_lane_current = lane->root;
        measure_log_take(&lane->log);
        measure_place_renew_moment();
    }
    measure_guard_leave(&before);
    if (!started) {
        measure_place_stop(error, "a new thread's profile cannot be written");
        return false;
    }
    pthread_setspecific(at_thread_end, lane);
    if (also_at_start)
        also_at_start();
    return true;
}

void measure_lane_at_start(void (*also)(void))
{
    also_at_start = also;
}

/* Stores the resources that the thread used. For short-lived threads only the CPU time, since the
 * rest would cost too much. */
static void tell_use(struct format_lane *record, uint64_t now)
{
    if (measure_own_is_silent())
        return; /* measure_lane_tell_all() did it earlier */
    if (now - record->start >= measure_clock_ticks_per_second() / LONG_LIVES)
        measure_resources_of_thread(record);
    else
        record->cpu = measure_resources_cpu() + 1;
}

const struct measure_lane *measure_lane_first(void)
{
    return all_lanes;
}

/* Stores the resources of all running lanes, or only of those of other threads. */
static void tell_running(bool others)
{
    sigset_t before;
    measure_guard_enter(&before);
    for (struct measure_lane *lane = all_lanes; lane; lane = lane->next) {
        if ((lane != measure_lane_own || !others) && lane->record &&
            __atomic_load_n(&lane->record->state, __ATOMIC_ACQUIRE) == FORMAT_LANE_RUNNING)
            measure_resources_of_thread(lane->record);
    }
    measure_guard_leave(&before);
}

void measure_lane_tell_others(void)
{
    tell_running(true);
}

void measure_lane_tell_all(void)
{
    tell_running(false);
}

void measure_lane_finish(void)
{
    struct measure_lane *lane = measure_lane_own;
    if (!lane)
        return;
    uint64_t now = measure_clock_now();
    while (measure_lane_current != lane->root)
        measure_node_close_from_outside(now);
    identity_name_thread(lane->record);
    lane->record->waits_for = 0;
    tell_use(lane->record, now);
    lane->record->end = now;
    lane->root->time = now - lane->record->start;
    lane->root->open = 0;
    __atomic_store_n(&lane->record->state, FORMAT_LANE_ENDED, __ATOMIC_RELEASE);
}

static void end_lane(void *own)
{
    struct measure_lane *lane = own;
    if (lane != measure_lane_own)
        return; /* the lane belongs to this process's parent */
    if (++lane->ending < ENDING_ROUNDS) {
        pthread_setspecific(at_thread_end, lane);
        return;
    }
    measure_lane_finish();
    measure_log_give(&lane->log);
    is_over = true;
    measure_lane_current = &measure_lane_nowhere; /* first: a probe in a signal handler searches the
                                                     lane of its current node */
    __asm__ volatile("" ::: "memory");
    measure_lane_own = NULL;
    sigset_t before;
    measure_guard_enter(&before);
    lane->next_free = free_lanes;
    free_lanes = lane;
    measure_place_renew_moment();
    measure_guard_leave(&before);
}

/* In statically linked programs, the libraries of GCC up to 12 (libgfortran, libstdc++, libgcc)
 * refer to the functions of threads by weak symbols, and call all of them if the program contains
 * one, __pthread_key_create. It comes with the function below, so the others have to come, too.
 * These lines make undefined symbols and nothing else. */
__asm__("\t.globl pthread_cond_broadcast, pthread_cond_destroy, pthread_cond_init\n"
        "\t.globl pthread_cond_signal, pthread_cond_timedwait, pthread_cond_wait\n"
        "\t.globl pthread_create, pthread_detach, pthread_equal, pthread_getspecific\n"
        "\t.globl pthread_join, pthread_key_delete, pthread_mutex_destroy\n"
        "\t.globl pthread_mutex_init, pthread_mutex_lock, pthread_mutex_timedlock\n"
        "\t.globl pthread_mutex_trylock, pthread_mutex_unlock\n"
        "\t.globl pthread_mutexattr_destroy, pthread_mutexattr_init\n"
        "\t.globl pthread_mutexattr_settype, pthread_once, pthread_rwlock_rdlock\n"
        "\t.globl pthread_rwlock_tryrdlock, pthread_rwlock_trywrlock\n"
        "\t.globl pthread_rwlock_unlock, pthread_rwlock_wrlock, pthread_self\n"
        "\t.globl pthread_setspecific\n");

void measure_lane_prepare(void)
{
    pthread_key_create(&at_thread_end, end_lane);
}

bool measure_lane_fork(void)
{
    free_lanes = NULL;
    files = 0;
    struct measure_lane *lane = all_lanes = measure_lane_own;
    if (!lane)
        return true;
    lane->next = NULL;
    lane->store.number = files++;
    measure_log_fork(&lane->log);
    if (clock_kind == FORMAT_CLOCK_CPU)
        filter_history_collapse(&lane->filters);
    bool moved = measure_store_fork(&lane->store, false);
    int error = errno;
    uint64_t now = measure_clock_now();
    measure_node_forget_all(lane);
    measure_lane_clear_callers(lane);
    if (!inherit_restore(lane, now)) {
        error = ENOMEM;
        moved = false;
    }
    lane->header->making = lane->header->logged = 0;
    lane->header->dropped = lane->header->dropped_from = lane->header->dropped_to = 0;
    lane->header->dropped_error = 0;
    lane->header->filtered_from = lane->header->filtered_to = lane->header->filtered_aside = 0;
    lane->record->number = (uint32_t)measure_place_next_lane();
    lane->record->activity = lane->record->runs = measure_place_next_activity();
    lane->record->parent = FORMAT_NO_ACTIVITY;
    lane->record->waits_for = 0;
    lane->record->filtered = 0;
    lane->record->cpu = lane->record->cpu_in_mpi = lane->record->queued = 0;
    identity_fill_thread(lane->record);
    lane->record->start = lane->record->inherited = now;
    errno = error;
    return moved;
}
