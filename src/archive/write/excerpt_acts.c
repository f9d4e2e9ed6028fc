/* excerpt_acts.c: see excerpt_acts.h */
#include "archive/write/excerpt_acts.h"

#include "archive/events/events.h"
#include "util/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <string.h>

enum { MOST_THREADS = 8 };

/* Lanes that threads share. The nodes of two lanes are different ones, so that their sums need no
 * lock. */
struct sharing {
    struct part_acts *acts;
    const atomic_bool *stop;
    struct progress *progress;
    pthread_t caller;
    pthread_mutex_t lock; /* protects what is merged at the end of a thread */
    atomic_size_t next;
    atomic_bool stopped;
};

static unsigned cores(void)
{
    cpu_set_t set;
    unsigned count = sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
    return count > MOST_THREADS ? MOST_THREADS : count;
}

static void add_lane(struct sharing *sharing, uint32_t lane, struct part_acts *own)
{
    struct archive_act act;
    uint64_t count = 0;
    struct sealed_acts *acts = archive_sealed_acts_new(own->from, lane, 0, UINT64_MAX);
    archive_sealed_acts_only(acts, own->rows->bits, own->rows->rows);
    while (archive_sealed_acts_next(acts, &act)) {
        if (count++ % 65536 == 0) {
            if (pthread_equal(pthread_self(), sharing->caller))
                progress_show(sharing->progress, archive_sealed_acts_row(acts),
                              2 * own->rows->rows);
            if (sharing->stop && atomic_load(sharing->stop))
                atomic_store(&sharing->stopped, true);
            if (atomic_load(&sharing->stopped))
                break;
        }
        own->start = act.start < own->start ? act.start : own->start;
        own->end = act.end > own->end ? act.end : own->end;
        part_nodes_add(own->nodes, &act);
        part_calls_add(own->calls, own->from, &act);
    }
    archive_sealed_acts_free(acts);
}

static void merge(struct part_acts *acts, const struct part_acts *own)
{
    struct part_calls *calls = acts->calls;
    acts->start = own->start < acts->start ? own->start : acts->start;
    acts->end = own->end > acts->end ? own->end : acts->end;
    if (!own->calls->count)
        return;
    calls->all =
        memory_grow(calls->all, &calls->room, calls->count + own->calls->count, sizeof *calls->all);
    memcpy(calls->all + calls->count, own->calls->all, own->calls->count * sizeof *calls->all);
    calls->count += own->calls->count;
}

static void *work(void *of)
{
    struct sharing *sharing = of;
    struct part_calls calls = {0};
    struct part_acts own = *sharing->acts;
    own.calls = &calls;
    own.start = UINT64_MAX;
    own.end = 0;
    for (size_t lane; (lane = atomic_fetch_add(&sharing->next, 1)) < own.from->lanes.rows;)
        add_lane(sharing, (uint32_t)lane, &own);
    pthread_mutex_lock(&sharing->lock);
    merge(sharing->acts, &own);
    pthread_mutex_unlock(&sharing->lock);
    part_calls_free(&calls);
    return NULL;
}

bool part_acts_add(struct part_acts *acts, const atomic_bool *stop, struct progress *progress,
                   struct error *error)
{
    struct sharing sharing = {.acts = acts,
                              .stop = stop,
                              .progress = progress,
                              .caller = pthread_self(),
                              .lock = PTHREAD_MUTEX_INITIALIZER};
    pthread_t threads[MOST_THREADS];
    unsigned count = acts->from->lanes.rows > 1 ? cores() : 1, started = 0;
    archive_events_prepare(acts->from);
    while (started + 1 < count && !pthread_create(&threads[started], NULL, work, &sharing))
        started++;
    work(&sharing);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_mutex_destroy(&sharing.lock);
    return !atomic_load(&sharing.stopped) ||
           error_set(error, "reading the events of %s was stopped", acts->from->path);
}
