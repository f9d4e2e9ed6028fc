/* thread_lists.c: see thread_lists.h */
#include "analysis/replay/thread_lists.h"

#include "util/memory.h"

#include <stdlib.h>

enum { NESTED = 64 }; /* most parallel regions searched for one that has not ended */

/* Sets what a step needs. If it is the first one of its thread, the time since then is part of it:
 * the thread was being created. */
static void set_needs(struct analysis_replay_steps *to, size_t number, size_t needed, bool starts)
{
    struct analysis_replay_step *step = &to->steps[number];
    step->needs = needed + 1;
    step->there = to->steps[needed].start;
    if (starts && step->there < step->start)
        step->start = step->there;
}

static int by_start(const void *left, const void *right)
{
    const struct replay_link *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->lane < b->lane ? -1 : a->lane > b->lane;
}

static void sort(struct replay_links *links, int (*order)(const void *, const void *))
{
    if (links->count)
        qsort(links->all, links->count, sizeof *links->all, order);
}

/* Returns the parallel region in which an implicit task began; NULL if it is not known. */
static const struct replay_link *find_fork(const struct replay_links *forks,
                                           const struct replay_link *worker)
{
    size_t low = 0, high = forks->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct replay_link *at = &forks->all[middle];
        if (at->place < worker->place || (at->place == worker->place && at->start <= worker->start))
            low = middle + 1;
        else
            high = middle;
    }
    for (int steps = 0; low-- && forks->all[low].place == worker->place && steps < NESTED;
         steps++) {
        const struct replay_link *fork = &forks->all[low];
        if (fork->end >= worker->start && fork->lane != worker->lane &&
            (worker->key == ARCHIVE_NONE || fork->key == worker->key))
            return fork;
    }
    return NULL;
}

static bool is_first(const struct replay_thread_lists *lists, const struct replay_link *link)
{
    return lists->first[link->lane] == link->step;
}

static void connect_workers(struct replay_thread_lists *lists)
{
    sort(&lists->forks, by_start);
    for (size_t i = 0; i < lists->workers.count; i++) {
        const struct replay_link *worker = &lists->workers.all[i];
        const struct replay_link *fork = find_fork(&lists->forks, worker);
        if (fork)
            set_needs(lists->to, worker->step, fork->step, is_first(lists, worker));
    }
}

/* Connects threads and tasks with the calls that created them: a task that continues needs
 * nothing. */
static void connect_starts(struct replay_thread_lists *lists)
{
    struct pairs begun = {0};
    for (size_t i = 0; i < lists->starts.count; i++) {
        const struct replay_link *start = &lists->starts.all[i];
        if (start->key == ARCHIVE_NONE)
            continue;
        uint32_t step = pairs_find(&lists->spawned, start->place, start->key);
        bool known = step != PAIRS_NONE && lists->to->steps[step].start <= start->start;
        if (known && pairs_add(&begun, start->place, start->key, (uint32_t)i) == i)
            set_needs(lists->to, start->step, step, is_first(lists, start));
    }
    pairs_free(&begun);
}

static void connect_joins(struct replay_thread_lists *lists)
{
    for (size_t i = 0; i < lists->joins.count; i++) {
        const struct replay_link *join = &lists->joins.all[i];
        if (join->key == ARCHIVE_NONE)
            continue;
        uint32_t step = pairs_find(&lists->ended, join->place, join->key);
        if (step == PAIRS_NONE || lists->to->steps[step].start > join->end)
            continue;
        set_needs(lists->to, join->step, step, false);
        lists->to->exact_waits++;
    }
}

static int by_meeting(const void *left, const void *right)
{
    const struct replay_link *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->region != b->region)
        return a->region < b->region ? -1 : 1;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    if (a->start != b->start)
        return a->start < b->start ? -1 : 1;
    return a->lane < b->lane ? -1 : a->lane > b->lane;
}

/* Makes the events of one barrier a meeting. */
static void add_meeting(struct replay_thread_lists *lists, const struct replay_link *all,
                        size_t count, size_t *room)
{
    struct analysis_replay_steps *to = lists->to;
    uint64_t last = 0;
    to->meetings = memory_grow(to->meetings, room, to->meeting_count + 1, sizeof *to->meetings);
    to->meetings[to->meeting_count++] = (uint32_t)count;
    for (size_t i = 0; i < count; i++) {
        uint64_t start = to->steps[all[i].step].start;
        last = start > last ? start : last;
    }
    for (size_t i = 0; i < count; i++) {
        to->steps[all[i].step].meets = (uint32_t)to->meeting_count;
        to->steps[all[i].step].there = last;
    }
    to->exact_waits += count;
}

static bool has_lane(const struct replay_link *all, size_t count, uint32_t lane)
{
    for (size_t i = 0; i < count; i++) {
        if (all[i].lane == lane)
            return true;
    }
    return false;
}

/* Groups the events of barriers: each event of one barrier begins before the first of them ends,
 * or at that moment, as the last thread may take no time. */
static void connect_barriers(struct replay_thread_lists *lists)
{
    const struct replay_links *links = &lists->barriers;
    size_t room = 0;
    sort(&lists->barriers, by_meeting);
    for (size_t i = 0, end; i < links->count; i = end) {
        const struct replay_link *first = &links->all[i];
        uint64_t until = first->end;
        for (end = i + 1; end < links->count; end++) {
            const struct replay_link *next = &links->all[end];
            if (next->place != first->place || next->region != first->region ||
                next->key != first->key || next->start > until ||
                (next->start == until && has_lane(first, end - i, next->lane)))
                break;
            until = next->end < until ? next->end : until;
        }
        add_meeting(lists, first, end - i, &room);
    }
}

static int by_end(const void *left, const void *right)
{
    const struct replay_link *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    return a->end < b->end ? -1 : a->end > b->end;
}

/* A wait for tasks continues when the last task that ended before it has ended. */
static void connect_tasks(struct replay_thread_lists *lists)
{
    const struct replay_links *tasks = &lists->tasks;
    sort(&lists->tasks, by_end);
    lists->to->estimated_waits += tasks->count;
    for (size_t i = 0; i < lists->waits.count; i++) {
        const struct replay_link *wait = &lists->waits.all[i];
        size_t low = 0, high = tasks->count;
        while (low < high) {
            size_t middle = low + (high - low) / 2;
            const struct replay_link *at = &tasks->all[middle];
            if (at->place < wait->place || (at->place == wait->place && at->end <= wait->end))
                low = middle + 1;
            else
                high = middle;
        }
        const struct replay_link *last = low ? &tasks->all[low - 1] : NULL;
        if (last && last->place == wait->place && last->lane != wait->lane)
            set_needs(lists->to, wait->step, last->step, false);
    }
}

void replay_thread_lists_connect(struct replay_thread_lists *lists, size_t lanes)
{
    lists->first = memory_zeroed(lanes + 1, sizeof *lists->first);
    for (size_t i = 0; i < lists->to->lane_count; i++)
        lists->first[lists->to->lanes[i].lane] = lists->to->lanes[i].first;
    connect_workers(lists);
    connect_starts(lists);
    connect_joins(lists);
    connect_barriers(lists);
    connect_tasks(lists);
    replay_uses_connect(lists);
    free(lists->first);
}
