/* cycles_lanes.c: see cycles_lanes.h */
#include "cube/cycles_lanes.h"

#include "archive/events/events.h"
#include "util/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { MOST_THREADS = 8 };

/* Lanes that threads share; their cells are given one lane after another. */
struct sharing {
    const struct cube_cycles_lanes *lanes;
    pthread_t caller;
    atomic_size_t next;
    pthread_mutex_t lock; /* protects the rest, and the giving of cells */
    pthread_cond_t moved;
    size_t turn; /* the lane whose cells are given next */
    bool failed;
    struct error error;
};

/* The cells of a lane that wait for their turn. */
struct waiting {
    struct cube_cycles_cell *cells;
    size_t count, room;
};

static void collect(void *to, const struct cube_cycles_cell *cell)
{
    struct waiting *waiting = to;
    waiting->cells =
        memory_grow(waiting->cells, &waiting->room, waiting->count + 1, sizeof *waiting->cells);
    waiting->cells[waiting->count++] = *cell;
}

static void give(const struct cube_cycles_lanes *lanes, size_t i, const struct waiting *waiting)
{
    lanes->begin(lanes->to, i);
    for (size_t k = 0; k < waiting->count; k++)
        lanes->take(lanes->to, &waiting->cells[k]);
}

static void *work(void *of)
{
    struct sharing *sharing = of;
    const struct cube_cycles_lanes *lanes = sharing->lanes;
    struct waiting waiting = {0};
    struct error error = {0};
    for (size_t i; (i = atomic_fetch_add(&sharing->next, 1)) < lanes->count;) {
        if (pthread_equal(pthread_self(), sharing->caller))
            progress_show(lanes->progress, i, lanes->count);
        waiting.count = 0;
        bool good = cube_cycles_of_lane(lanes->archive, lanes->shape, lanes->rows[i], collect,
                                        &waiting, &error);
        pthread_mutex_lock(&sharing->lock);
        while (sharing->turn != i)
            pthread_cond_wait(&sharing->moved, &sharing->lock);
        if (!good && !sharing->failed)
            sharing->error = error;
        sharing->failed |= !good;
        if (!sharing->failed)
            give(lanes, i, &waiting);
        sharing->turn++;
        pthread_cond_broadcast(&sharing->moved);
        pthread_mutex_unlock(&sharing->lock);
    }
    free(waiting.cells);
    return NULL;
}

static unsigned cores(const struct cube_cycles_lanes *lanes)
{
    cpu_set_t set;
    bool worth_it = lanes->archive->sealed && lanes->count > 1 &&
                    lanes->shape->source == CYCLES_OF_EVENTS && !lanes->shape->usual;
    unsigned count =
        !worth_it || sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
    return count > MOST_THREADS ? MOST_THREADS : count;
}

bool cube_cycles_of_lanes(const struct cube_cycles_lanes *lanes, struct error *error)
{
    struct sharing sharing = {.lanes = lanes,
                              .caller = pthread_self(),
                              .lock = PTHREAD_MUTEX_INITIALIZER,
                              .moved = PTHREAD_COND_INITIALIZER};
    pthread_t threads[MOST_THREADS];
    unsigned count = cores(lanes), started = 0;
    archive_events_prepare(lanes->archive);
    while (started + 1 < count && !pthread_create(&threads[started], NULL, work, &sharing))
        started++;
    work(&sharing);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    pthread_cond_destroy(&sharing.moved);
    pthread_mutex_destroy(&sharing.lock);
    if (sharing.failed)
        *error = sharing.error;
    return !sharing.failed;
}
