/* window.c: see window.h */
#include "cube/window.h"

#include "archive/events/events.h"
#include "cube/window_tiles.h"
#include "cube/window_walk.h"
#include "util/memory.h"
#include "util/number.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { THREADS = 2, SHARE = 4 /* lanes that a thread takes at a time */ };

/* The state of one thread. */
struct worker {
    struct window_walk walk;
    struct archive_pyramid_bin bin;
    struct archive_pyramid_item *items; /* of a row of a picture */
    size_t room;
    struct error error;
    bool failed;
};

struct cube_window_reader {
    struct archive_pyramid pyramid;
    struct worker workers[THREADS];
};

struct cube_window_reader *cube_window_open(const struct archive *archive, struct error *error)
{
    struct cube_window_reader *reader = memory_zeroed(1, sizeof *reader);
    archive_events_prepare(archive);
    if (!archive_pyramid_open(&reader->pyramid, archive, error)) {
        free(reader);
        return NULL;
    }
    for (int i = 0; i < THREADS; i++)
        window_walk_init(&reader->workers[i].walk, &reader->pyramid);
    return reader;
}

void cube_window_close(struct cube_window_reader *reader)
{
    if (!reader)
        return;
    for (int i = 0; i < THREADS; i++) {
        window_walk_free(&reader->workers[i].walk);
        archive_pyramid_bin_free(&reader->workers[i].bin);
        free(reader->workers[i].items);
    }
    archive_pyramid_close(&reader->pyramid);
    free(reader);
}

void cube_window_free(struct cube_window *window)
{
    free(window->items);
    *window = (struct cube_window){0};
}

/* A lane whose bins are computed from its events where it has no tiles. */
struct making {
    struct worker *worker;
    uint32_t lane;
    unsigned level;
};

static bool make_bins(void *of, uint64_t first, uint64_t end, struct archive_pyramid_item *items)
{
    struct making *making = of;
    struct worker *worker = making->worker;
    return window_make_bins(&worker->walk, &worker->bin, making->lane, making->level, first, end,
                            items, &worker->error);
}

static bool read_lane(struct worker *worker, const struct cube_window_reader *reader, uint32_t lane,
                      const struct cube_window *window, struct archive_pyramid_item *items)
{
    const struct archive_pyramid *pyramid = &reader->pyramid;
    uint64_t first = (window->start - pyramid->zero) >> window->level;
    struct making making = {worker, lane, window->level};
    struct window_tiles tiles = {.pyramid = pyramid,
                                 .lane = lane,
                                 .level = window->level,
                                 .first = first,
                                 .end = first + window->bins,
                                 .items = items,
                                 .make = make_bins,
                                 .of = &making};
    return window_tiles_read(&tiles, pyramid->stored ? pyramid->root[lane] : ARCHIVE_UNKNOWN);
}

/* All lanes of a request, or all rows of a picture, shared among threads. */
struct task {
    struct cube_window_reader *reader;
    const struct cube_window_request *request;
    struct cube_window *window;
    struct cube_window_sum *sums;
    size_t count;
    uint64_t from, to; /* for sums */
    atomic_size_t next;
    atomic_int workers;
};

/* The sum of a lane's stretches, in progress. */
struct adding {
    struct window_walk *walk;
    const struct archive_pyramid *pyramid;
    uint32_t lane;
    uint64_t now, from, to;
    struct cube_window_sum *sum;
};

static void add_stretches(void *to, const struct archive_innermost_stretch *stretches, size_t count)
{
    struct adding *adding = to;
    const struct archive_pyramid_nodes *nodes = &adding->pyramid->nodes;
    const uint8_t *classes = nodes->classes + nodes->first[adding->lane];
    if (adding->now == ARCHIVE_UNKNOWN)
        adding->now = adding->walk->start;
    for (size_t i = 0; i < count; i++) {
        uint64_t start = adding->now, end = stretches[i].end;
        adding->now = end;
        if (end <= adding->from)
            continue;
        if (start >= adding->to)
            return;
        adding->sum->begun += start >= adding->from ? stretches[i].begun : 0;
        start = start > adding->from ? start : adding->from;
        end = end < adding->to ? end : adding->to;
        adding->sum->time[classes[nodes->number[stretches[i].node]]] += end - start;
    }
}

/* Sums what a lane did between two moments, from its events. */
static bool add_acts(struct worker *worker, uint32_t lane, uint64_t from, uint64_t to,
                     struct cube_window_sum *sum)
{
    struct adding adding = {.walk = &worker->walk,
                            .pyramid = worker->walk.pyramid,
                            .lane = lane,
                            .now = ARCHIVE_UNKNOWN,
                            .from = from,
                            .to = to,
                            .sum = sum};
    *sum = (struct cube_window_sum){0};
    return from >= to ||
           window_walk_lane(&worker->walk, lane, from, to, add_stretches, &adding, &worker->error);
}

/* Sums what a lane did before a moment: the sums of the last mark, and the events after it. */
static bool add_up(struct worker *worker, uint32_t lane, uint64_t moment,
                   struct cube_window_sum *sum)
{
    const struct archive_pyramid *pyramid = worker->walk.pyramid;
    const struct archive *archive = pyramid->archive;
    uint64_t end = archive_pyramid_moment(archive, pyramid->zero, lane, archive->lanes.end[lane]),
             first, marks;
    moment = moment < end ? moment : end;
    uint64_t mark = window_walk_mark(pyramid, lane, moment);
    if (mark == ARCHIVE_UNKNOWN)
        return add_acts(worker, lane, 0, moment, sum);
    if (!add_acts(worker, lane, pyramid->mark_time[mark], moment, sum))
        return false;
    archive_pyramid_marks(pyramid, lane, &first, &marks);
    sum->begun += pyramid->mark_row[mark] - pyramid->mark_row[first] - pyramid->mark_begun[mark];
    for (int i = 0; i < CYCLES_STORED; i++)
        sum->time[i] += pyramid->mark_sums[i][mark];
    return true;
}

static bool sum_lane(struct worker *worker, const struct task *task, uint32_t lane,
                     struct cube_window_sum *sum)
{
    struct cube_window_sum before;
    if (!worker->walk.pyramid->stored)
        return add_acts(worker, lane, task->from, task->to, sum);
    if (!add_up(worker, lane, task->to, sum) || !add_up(worker, lane, task->from, &before))
        return false;
    for (int i = 0; i < CYCLES_STORED; i++)
        sum->time[i] = number_minus(sum->time[i], before.time[i]);
    sum->begun = number_minus(sum->begun, before.begun);
    return true;
}

static uint32_t lane_of(const struct task *task, size_t number)
{
    return task->request->lanes ? task->request->lanes[number] : (uint32_t)number;
}

/* Reads the lanes of a row of a picture, and has them taken. */
static bool read_row(struct worker *worker, const struct task *task, size_t row)
{
    const struct cube_window_request *request = task->request;
    size_t first = cube_window_first_lane(row, request->rows, task->count);
    size_t end = cube_window_first_lane(row + 1, request->rows, task->count);
    size_t bins = task->window->bins;
    bool good = true;
    worker->items =
        memory_grow(worker->items, &worker->room, (end - first) * bins + 1, sizeof *worker->items);
    for (size_t i = first; i < end; i++)
        good &= read_lane(worker, task->reader, lane_of(task, i), task->window,
                          worker->items + (i - first) * bins);
    request->take(request->of, row, worker->items, end - first);
    return good;
}

static bool read_one(struct worker *worker, const struct task *task, size_t number)
{
    uint32_t lane = lane_of(task, number);
    return task->sums ? sum_lane(worker, task, lane, &task->sums[number])
                      : read_lane(worker, task->reader, lane, task->window,
                                  task->window->items + number * task->window->bins);
}

static void *work(void *of)
{
    struct task *task = of;
    struct worker *worker = &task->reader->workers[atomic_fetch_add(&task->workers, 1)];
    bool rows = task->request->take;
    size_t share = rows ? 1 : SHARE, count = rows ? task->request->rows : task->count;
    for (;;) {
        size_t first = atomic_fetch_add(&task->next, share);
        for (size_t i = first; i < first + share && i < count; i++)
            worker->failed |= !(rows ? read_row(worker, task, i) : read_one(worker, task, i));
        if (first >= count)
            return NULL;
    }
}

static bool run(struct task *task, struct error *error)
{
    struct worker *workers = task->reader->workers;
    pthread_t other;
    workers[0].failed = workers[1].failed = false;
    bool two = task->reader->pyramid.stored && task->count > (size_t)2 * SHARE &&
               pthread_create(&other, NULL, work, task) == 0;
    work(task);
    if (two)
        pthread_join(other, NULL);
    for (int i = 0; i < THREADS; i++) {
        if (workers[i].failed) {
            *error = workers[i].error;
            return false;
        }
    }
    return true;
}

/* Reads the request: its moments as ns since the start of the run, and its lanes. False with an
 * error. */
static bool take_request(struct task *task, struct error *error)
{
    const struct archive_pyramid *pyramid = &task->reader->pyramid;
    const struct cube_window_request *request = task->request;
    size_t lanes = pyramid->archive->lanes.rows;
    task->count = request->lanes ? request->lane_count : lanes;
    for (size_t i = 0; request->lanes && i < task->count; i++) {
        if (request->lanes[i] >= lanes)
            return error_set(error, "%s has no lane in row %u", pyramid->archive->path,
                             request->lanes[i]);
    }
    task->from = number_minus(request->from, pyramid->zero);
    task->to = number_minus(request->to, pyramid->zero);
    if (task->to > pyramid->length)
        task->to = pyramid->length;
    return (task->from < task->to && request->pixels) ||
           error_set(error, "the window contains nothing of %s", pyramid->archive->path);
}

/* Returns the lowest level at which the request touches no more bins than it has pixels. */
static unsigned level_of(const struct archive_pyramid *pyramid,
                         const struct cube_window_request *request)
{
    uint64_t from = number_minus(request->from, pyramid->zero);
    uint64_t to = number_minus(request->to, pyramid->zero);
    if (request->to == UINT64_MAX)
        to = pyramid->length;
    unsigned level = 0;
    while (level < pyramid->top && ((to - 1) >> level) - (from >> level) >= request->pixels)
        level++;
    return level;
}

const struct archive_pyramid *cube_window_pyramid(const struct cube_window_reader *reader)
{
    return &reader->pyramid;
}

/* Sets the shape of a window, and makes room for its items. */
static bool shape(struct task *task, struct error *error)
{
    struct cube_window *window = task->window;
    const struct archive_pyramid *pyramid = &task->reader->pyramid;
    if (!take_request(task, error))
        return false;
    window->level = level_of(pyramid, task->request);
    uint64_t first = task->from >> window->level;
    window->start = pyramid->zero + (first << window->level);
    window->lanes = task->count;
    window->bins = (size_t)(((task->to - 1) >> window->level) - first + 1);
    if (window->bins > SIZE_MAX / sizeof *window->items / (window->lanes + 1))
        return error_set(error, "there are too many lanes and pixels");
    if (!task->request->take)
        window->items = memory_grow(window->items, &window->room, window->bins * window->lanes + 1,
                                    sizeof *window->items);
    return true;
}

bool cube_window_shape(struct cube_window_reader *reader, const struct cube_window_request *request,
                       struct cube_window *window, struct error *error)
{
    struct task task = {.reader = reader, .request = request, .window = window};
    return shape(&task, error);
}

bool cube_window_read(struct cube_window_reader *reader, const struct cube_window_request *request,
                      struct cube_window *window, struct error *error)
{
    struct task task = {.reader = reader, .request = request, .window = window};
    return shape(&task, error) && run(&task, error);
}

bool cube_window_sums(struct cube_window_reader *reader, const struct cube_window_request *request,
                      struct cube_window_sum *sums, struct error *error)
{
    struct cube_window_request any = *request;
    any.pixels = 1;
    any.take = NULL;
    struct task task = {.reader = reader, .request = &any, .sums = sums};
    return take_request(&task, error) && run(&task, error);
}
