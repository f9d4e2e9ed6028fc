/* threads.c: see threads.h */
#include "analysis/replay/threads.h"

#include "analysis/replay/thread_lists.h"
#include "analysis/thread_waits.h"
#include "util/words.h"

#include <stdlib.h>
#include <triptych/probes.h>

/* A visit that is open: a wait, or a task. */
struct open {
    struct archive_act act;
    uint64_t since; /* of a wait: when it went on after the last task */
    bool waits;
    bool implicit; /* an implicit task: `act.holder` began its parallel region */
};

struct replay_threads {
    struct replay_thread_lists lists;
    const struct archive *archive;
    /* Of the lane being read: */
    uint32_t lane;
    bool main;
    struct open *open;
    size_t depth, room;
    uint32_t released; /* row of regions: the mutex that pthread_cond_wait has released; 0: none */
};

struct replay_threads *replay_threads_new(struct analysis_replay_steps *to,
                                          const struct archive *archive)
{
    struct replay_threads *threads = memory_zeroed(1, sizeof *threads);
    threads->archive = archive;
    threads->lists.to = to;
    return threads;
}

void replay_threads_free(struct replay_threads *threads)
{
    struct replay_thread_lists *lists = &threads->lists;
    struct replay_links *all[] = {&lists->forks, &lists->workers, &lists->barriers, &lists->tasks,
                                  &lists->waits, &lists->starts,  &lists->joins};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]->all);
    pairs_free(&lists->spawned);
    pairs_free(&lists->ended);
    free(lists->uses);
    free(threads->open);
    free(threads);
}

static uint32_t region_of(const struct replay_threads *threads, const struct archive_act *act)
{
    return threads->archive->nodes.region[act->node];
}

static uint32_t place_of(const struct replay_threads *threads)
{
    return threads->archive->lanes.place[threads->lane];
}

static void add_link(struct replay_threads *threads, struct replay_links *to,
                     const struct archive_act *act, uint32_t key, size_t step)
{
    to->all = memory_grow(to->all, &to->room, to->count + 1, sizeof *to->all);
    to->all[to->count++] = (struct replay_link){
        .place = place_of(threads),
        .lane = threads->lane,
        .key = key,
        .region = region_of(threads, act),
        .start = act->start,
        .end = act->end,
        .step = step,
    };
}

static void add_use(struct replay_threads *threads, enum replay_use use, uint32_t object,
                    uint64_t start, uint64_t time, size_t step)
{
    struct replay_thread_lists *lists = &threads->lists;
    lists->uses =
        memory_grow(lists->uses, &lists->use_room, lists->use_count + 1, sizeof *lists->uses);
    lists->uses[lists->use_count++] = (struct replay_object_use){
        place_of(threads), object, threads->lane, use, start, time, step};
}

/* Adds a step that takes no time. */
static size_t add_moment(struct replay_threads *threads, struct replay_walk *walk, uint64_t moment,
                         uint32_t region)
{
    (void)threads;
    replay_walk_pass(walk, moment, moment);
    return replay_walk_step(walk, moment, moment, region);
}

/* Returns the activity that began the innermost parallel region; ARCHIVE_NONE: none. */
static uint32_t team_of(const struct replay_threads *threads)
{
    for (size_t i = threads->depth; i-- > 0;) {
        if (threads->open[i].implicit)
            return threads->open[i].act.holder;
    }
    return ARCHIVE_NONE;
}

/* Adds the step of a wait that has ended. */
static void end_wait(struct replay_threads *threads, struct replay_walk *walk,
                     const struct open *wait)
{
    struct replay_thread_lists *lists = &threads->lists;
    const struct archive_act *act = &wait->act;
    uint64_t end = act->end > wait->since ? act->end : wait->since;
    uint32_t object = act->file;
    replay_walk_pass(walk, wait->since, end);
    size_t step = replay_walk_step(walk, wait->since, end, region_of(threads, act));
    switch (analysis_thread_wait(threads->archive, region_of(threads, act))) {
    case THREAD_BARRIER:
        add_link(threads, &lists->barriers, act, object ? object : team_of(threads), step);
        break;
    case THREAD_TASKS:
        add_link(threads, &lists->waits, act, 0, step);
        break;
    case THREAD_JOIN:
        add_link(threads, &lists->joins, act, act->activity, step);
        break;
    case THREAD_LOCK:
        if (object)
            add_use(threads, REPLAY_TAKES, object, act->start, end, step);
        break;
    case THREAD_ORDERED:
        if (object)
            add_use(threads, REPLAY_TURNS, object, act->start, end, step);
        break;
    default:
        if (object)
            add_use(threads, REPLAY_WAITS, object, act->start, end, step);
        if (threads->released) /* it has the mutex again */
            add_use(threads, REPLAY_TAKES, threads->released, end, end, step);
        threads->released = 0;
        break;
    }
}

/* Ends the innermost open visit. */
static void leave(struct replay_threads *threads, struct replay_walk *walk)
{
    const struct open open = threads->open[--threads->depth];
    struct open *around = threads->depth ? &threads->open[threads->depth - 1] : NULL;
    if (open.waits) {
        end_wait(threads, walk, &open);
    } else if (!open.implicit) {
        size_t step = add_moment(threads, walk, open.act.end, region_of(threads, &open.act));
        add_link(threads, &threads->lists.tasks, &open.act, open.act.activity, step);
    }
    if (around && around->waits && walk->until > around->since)
        around->since = walk->until;
}

static void enter(struct replay_threads *threads, const struct archive_act *act, bool waits,
                  bool implicit)
{
    threads->open =
        memory_grow(threads->open, &threads->room, threads->depth + 1, sizeof *threads->open);
    struct open *open = &threads->open[threads->depth];
    *open = (struct open){.act = *act, .since = act->start, .waits = waits, .implicit = implicit};
    if (threads->depth && open->act.end > threads->open[threads->depth - 1].act.end)
        open->act.end = threads->open[threads->depth - 1].act.end;
    threads->depth++;
}

/* Begins a task: the time in which its thread waited or was idle is part of the step. */
static void begin_task(struct replay_threads *threads, struct replay_walk *walk,
                       const struct archive_act *act)
{
    struct replay_thread_lists *lists = &threads->lists;
    uint32_t region = region_of(threads, act);
    const char *name = archive_text(threads->archive, threads->archive->regions.name[region]);
    bool implicit = words_begins(name, "implicit");
    const struct open *around = threads->depth ? &threads->open[threads->depth - 1] : NULL;
    bool idle = !around && threads->archive->lanes.pool[threads->lane];
    uint64_t since = idle ? walk->until : around && around->waits ? around->since : act->start;
    if (!implicit || idle) {
        replay_walk_pass(walk, since, act->start);
        size_t step = replay_walk_step(walk, since, act->start, region);
        add_link(threads, implicit ? &lists->workers : &lists->starts, act,
                 implicit ? act->holder : act->activity, step);
    }
    enter(threads, act, false, implicit);
}

void replay_threads_begin(struct replay_threads *threads, struct replay_walk *walk, uint32_t lane,
                          bool main)
{
    const struct archive_lanes *lanes = &threads->archive->lanes;
    threads->lane = lane;
    threads->main = main;
    threads->depth = 0;
    threads->released = 0;
    if (main || lanes->pool[lane])
        return;
    struct archive_act start = {.start = lanes->start[lane], .end = lanes->start[lane]};
    size_t step = add_moment(threads, walk, start.start, 0);
    add_link(threads, &threads->lists.starts, &start, lanes->activity[lane], step);
}

void replay_threads_reach(struct replay_threads *threads, struct replay_walk *walk, uint64_t moment)
{
    while (threads->depth && threads->open[threads->depth - 1].act.end <= moment)
        leave(threads, walk);
}

void replay_threads_take(struct replay_threads *threads, struct replay_walk *walk,
                         const struct archive_act *act)
{
    struct replay_thread_lists *lists = &threads->lists;
    uint32_t region = region_of(threads, act);
    size_t step;
    switch (threads->archive->regions.kind[region]) {
    case TRI_KIND_TASK:
        begin_task(threads, walk, act);
        break;
    case TRI_KIND_PARALLEL:
        step = add_moment(threads, walk, act->start, region);
        add_link(threads, &lists->forks, act, act->runs, step);
        break;
    case TRI_KIND_SPAWN:
        step = add_moment(threads, walk, act->start, region);
        if (act->activity != ARCHIVE_NONE)
            pairs_add(&lists->spawned, place_of(threads), act->activity, (uint32_t)step);
        break;
    case TRI_KIND_FINISH:
    case TRI_KIND_CLOCK:
    case TRI_KIND_ATOMIC:
        enter(threads, act, true, false);
        break;
    case TRI_KIND_RELEASE:
        if (!act->file)
            break;
        step = add_moment(threads, walk, act->start, region);
        add_use(threads, REPLAY_GIVES, act->file, act->start, act->start, step);
        if (analysis_thread_is_condition(threads->archive, region))
            threads->released = act->file;
        break;
    default:
        break;
    }
}

void replay_threads_end(struct replay_threads *threads, struct replay_walk *walk)
{
    const struct archive_lanes *lanes = &threads->archive->lanes;
    uint32_t lane = threads->lane;
    replay_threads_reach(threads, walk, UINT64_MAX);
    if (threads->main || lanes->pool[lane])
        return;
    size_t step = add_moment(threads, walk, lanes->end[lane], 0);
    pairs_add(&threads->lists.ended, lanes->place[lane], lanes->activity[lane], (uint32_t)step);
}

void replay_threads_connect(struct replay_threads *threads)
{
    replay_thread_lists_connect(&threads->lists, threads->archive->lanes.rows);
}
