/* kept.c: see kept.h */
#include "cube/kept.h"

#include "archive/events/events.h"
#include "cube/kept_make.h"
#include "cube/kept_window.h"
#include "cube/window_tiles.h"
#include "cube/window_walk.h"
#include "util/memory.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

enum {
    MOST_THREADS = 8,
    TILES_WANTED = 25000, /* roughly how many tiles of the lowest level are made: see acts_of */
};

/* The state of one thread that reads windows. */
struct window_worker {
    struct kept_walk walk;
    struct kept_window *window;
    struct archive_pyramid_bin bin;
    struct archive_pyramid_item *items; /* of a row of a picture */
    size_t room;
};

struct cube_kept {
    const struct archive_pyramid *pyramid;
    struct cube_window_reader *reader;
    const struct archive_excerpt_rows *rows;
    struct kept_lane *lanes; /* by row */
    size_t lane_count;
    unsigned threads;
    struct window_worker workers[MOST_THREADS];
};

/* Lanes, or rows of a picture, that threads share. */
struct task {
    struct cube_kept *kept;
    size_t count;
    atomic_size_t next;
    atomic_uint workers;
    atomic_bool failed;
    const atomic_bool *stop;
    const struct cube_window_request *request; /* of a window */
    struct cube_window *window;
};

static unsigned cores(void)
{
    cpu_set_t set;
    unsigned count = sched_getaffinity(0, sizeof set, &set) ? 1 : (unsigned)CPU_COUNT(&set);
    return count > MOST_THREADS ? MOST_THREADS : count;
}

/* Has `work` called with the task by as many threads as there are cores, and waits for them. */
static bool share(struct task *task, void *(*work)(void *))
{
    pthread_t threads[MOST_THREADS];
    unsigned count = task->kept->threads < task->count ? task->kept->threads : 1, started = 0;
    while (started + 1 < count && !pthread_create(&threads[started], NULL, work, task))
        started++;
    work(task);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    return !atomic_load(&task->failed);
}

/* Returns how many visits make a tile: the pyramid of all filters has about the same size. */
static uint64_t acts_of(const struct cube_kept *kept)
{
    uint64_t acts = kept->rows->count / TILES_WANTED;
    return acts > PYRAMID_ACTS ? acts : PYRAMID_ACTS;
}

static void *make_lanes(void *of)
{
    struct task *task = of;
    struct cube_kept *kept = task->kept;
    struct kept_maker *maker = kept_maker_new(kept->pyramid, kept->rows);
    for (size_t i; (i = atomic_fetch_add(&task->next, 1)) < task->count;) {
        if (atomic_load(&task->failed) ||
            !kept_maker_lane(maker, (uint32_t)i, acts_of(kept), task->stop, &kept->lanes[i]))
            atomic_store(&task->failed, true);
    }
    kept_maker_free(maker);
    return NULL;
}

struct cube_kept *cube_kept_new(struct cube_window_reader *reader,
                                const struct archive_excerpt_rows *rows, const atomic_bool *stop,
                                struct error *error)
{
    struct cube_kept *kept = memory_zeroed(1, sizeof *kept);
    kept->reader = reader;
    kept->pyramid = cube_window_pyramid(reader);
    kept->rows = rows;
    kept->threads = cores();
    kept->lane_count = kept->pyramid->archive->lanes.rows;
    kept->lanes = memory_zeroed(kept->lane_count + 1, sizeof *kept->lanes);
    archive_events_prepare(kept->pyramid->archive);
    for (unsigned i = 0; i < kept->threads; i++) {
        kept_walk_init(&kept->workers[i].walk, kept->pyramid, rows);
        kept->workers[i].window = kept_window_new(kept->pyramid, rows);
    }
    struct task task = {.kept = kept, .count = kept->lane_count, .stop = stop};
    if (share(&task, make_lanes))
        return kept;
    cube_kept_free(kept);
    error_set(error, "reading the events that the filter keeps was stopped");
    return NULL;
}

void cube_kept_free(struct cube_kept *kept)
{
    if (!kept)
        return;
    for (size_t i = 0; i < kept->lane_count; i++)
        kept_lane_free(&kept->lanes[i]);
    for (unsigned i = 0; i < kept->threads; i++) {
        kept_walk_free(&kept->workers[i].walk);
        kept_window_free(kept->workers[i].window);
        archive_pyramid_bin_free(&kept->workers[i].bin);
        free(kept->workers[i].items);
    }
    free(kept->lanes);
    free(kept);
}

size_t cube_kept_bytes(const struct cube_kept *kept)
{
    size_t bytes = sizeof *kept;
    for (size_t i = 0; i < kept->lane_count; i++)
        bytes += kept_lane_bytes(&kept->lanes[i]);
    return bytes;
}

/* The bins of a lane that are computed from its events. */
struct making {
    struct window_worker *worker;
    const struct kept_lane *lane;
    uint32_t number; /* row of the lane */
    unsigned level;
    struct window_making bins;
};

/* Gives stretches to the bins, without those of the lane itself. */
static void take_stretches(void *of, const struct archive_innermost_stretch *stretches,
                           size_t count)
{
    struct making *making = of;
    for (size_t i = 0; i < count; i++) {
        if (stretches[i].node == making->worker->walk.root)
            window_making_skip(&making->bins, stretches[i].end, stretches[i].begun);
        else
            window_making_add(&making->bins, &stretches[i], 1);
    }
}

/* Returns the last mark before a moment; mark_count: none. */
static size_t mark_of(const struct kept_lane *lane, uint64_t moment)
{
    size_t low = 0, high = lane->mark_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (lane->marks[middle].time < moment)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? low - 1 : lane->mark_count;
}

/* Starts a walk at the last mark before the bins, or where the lane begins. Returns its block. */
static size_t start_walk(const struct making *making, struct kept_walk *walk)
{
    const struct kept_lane *lane = making->lane;
    const struct archive *archive = lane->pyramid.archive;
    uint64_t from = making->bins.from;
    size_t mark = mark_of(lane, from);
    kept_walk_begin(walk, making->number);
    if (mark == lane->mark_count)
        return lane->mark_count ? lane->marks[0].block : archive->blocks.rows;
    struct archive_innermost_around around = {.end = lane->open.end,
                                              .around = lane->open.around,
                                              .node = lane->open.node,
                                              .count = lane->open.count,
                                              .next = lane->marks[mark].open,
                                              .lanes = archive->nodes.lane,
                                              .nodes = archive->nodes.rows,
                                              .lane = making->number};
    archive_innermost_go_on(&walk->innermost, lane->marks[mark].time, 0, &around);
    if (from > walk->innermost.now) /* what was before is not wanted */
        walk->innermost.now = from < walk->innermost.end ? from : walk->innermost.end;
    return lane->marks[mark].block;
}

static bool make_bins(void *of, uint64_t first, uint64_t end, struct archive_pyramid_item *items)
{
    struct making *making = of;
    struct kept_walk *walk = &making->worker->walk;
    const struct archive_blocks *blocks = &making->lane->pyramid.archive->blocks;
    if (making->lane->depth) {
        kept_window_bins(making->worker->window, making->lane, making->level, first, end, items);
        return true;
    }
    window_making_begin(&making->bins, &making->lane->pyramid, &making->worker->bin, making->number,
                        making->level, first, end, items);
    walk->innermost.take = take_stretches;
    walk->innermost.to = making;
    size_t block = start_walk(making, walk);
    making->bins.now = walk->innermost.now;
    while (block < blocks->rows && blocks->lane[block] == making->number &&
           kept_walk_block(walk, block, making->bins.from, making->bins.to, NULL, NULL))
        block++;
    archive_innermost_reach(&walk->innermost, making->bins.to);
    archive_innermost_flush(&walk->innermost);
    window_making_end(&making->bins);
    return true;
}

static void read_lane(struct window_worker *worker, const struct task *task, size_t of_request,
                      struct archive_pyramid_item *items)
{
    const struct cube_window *window = task->window;
    const uint32_t *lanes = task->request->lanes;
    uint32_t number = lanes ? lanes[of_request] : (uint32_t)of_request;
    const struct kept_lane *lane = &task->kept->lanes[number];
    uint64_t first = (window->start - task->kept->pyramid->zero) >> window->level;
    struct making making = {worker, lane, number, window->level, {0}};
    struct window_tiles tiles = {.pyramid = &lane->pyramid,
                                 .lane = number,
                                 .level = window->level,
                                 .first = first,
                                 .end = first + window->bins,
                                 .items = items,
                                 .make = make_bins,
                                 .of = &making};
    window_tiles_read(&tiles, lane->root);
}

/* Reads the lanes of a row of a picture, and has them taken. */
static void read_row(struct window_worker *worker, const struct task *task, size_t row)
{
    const struct cube_window_request *request = task->request;
    const struct cube_window *window = task->window;
    size_t first = cube_window_first_lane(row, request->rows, window->lanes);
    size_t end = cube_window_first_lane(row + 1, request->rows, window->lanes);
    worker->items = memory_grow(worker->items, &worker->room, (end - first) * window->bins + 1,
                                sizeof *worker->items);
    for (size_t i = first; i < end; i++)
        read_lane(worker, task, i, worker->items + (i - first) * window->bins);
    request->take(request->of, row, worker->items, end - first);
}

static void *read_lanes(void *of)
{
    struct task *task = of;
    const struct cube_window *window = task->window;
    struct window_worker *worker =
        &task->kept->workers[atomic_fetch_add(&task->workers, 1) % MOST_THREADS];
    for (size_t i; (i = atomic_fetch_add(&task->next, 1)) < task->count;) {
        if (task->request->take)
            read_row(worker, task, i);
        else
            read_lane(worker, task, i, window->items + i * window->bins);
    }
    return NULL;
}

bool cube_kept_window(struct cube_kept *kept, const struct cube_window_request *request,
                      struct cube_window *window, struct error *error)
{
    struct task task = {.kept = kept, .request = request, .window = window};
    if (!cube_window_shape(kept->reader, request, window, error))
        return false;
    task.count = request->take ? request->rows : window->lanes;
    return share(&task, read_lanes);
}
