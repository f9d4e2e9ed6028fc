/* thread_uses.c: connects the uses of locks, conditions and semaphores. */
#include "analysis/replay/thread_lists.h"

#include <stdbool.h>
#include <stdlib.h>

static int by_object(const void *left, const void *right)
{
    const struct replay_object_use *a = left, *b = right;
    if (a->place != b->place)
        return a->place < b->place ? -1 : 1;
    if (a->object != b->object)
        return a->object < b->object ? -1 : 1;
    if (a->time != b->time)
        return a->time < b->time ? -1 : 1;
    if (a->use != b->use)
        return a->use < b->use ? -1 : 1;
    return a->step < b->step ? -1 : a->step > b->step;
}

/* True if an object is taken and given back in turn, always by the same thread. Then it is a lock:
 * in the replay, threads get it in the order in which they come. */
static bool is_lock(const struct replay_object_use *all, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        enum replay_use use = i % 2 ? REPLAY_GIVES : REPLAY_TAKES;
        if (all[i].use != use || (i % 2 && all[i].lane != all[i - 1].lane))
            return false;
    }
    return count % 2 == 0;
}

/* Adds a lock. It was free when the thread before gave it back. */
static void add_lock(struct replay_thread_lists *lists, const struct replay_object_use *all,
                     size_t count)
{
    struct analysis_replay_steps *to = lists->to;
    uint32_t number = (uint32_t)++to->lock_count;
    for (size_t i = 0; i < count; i++) {
        struct analysis_replay_step *step = &to->steps[all[i].step];
        if (i % 2) {
            step->unlocks = number;
        } else {
            step->locks = number;
            if (i && all[i - 1].time > step->there)
                step->there = all[i - 1].time;
        }
    }
    to->estimated_waits += count / 2;
}

/* Connects waits with the thread that ended them: the last one before, if it came during the wait.
 * With a fixed order, it matters in any case. */
static void add_waits(struct replay_thread_lists *lists, const struct replay_object_use *all,
                      size_t count)
{
    const struct replay_object_use *given = NULL;
    for (size_t i = 0; i < count; i++) {
        const struct replay_object_use *use = &all[i];
        if (use->use == REPLAY_GIVES) {
            given = use;
            continue;
        }
        lists->to->estimated_waits++;
        if (!given || given->lane == use->lane ||
            (given->time < use->start && use->use != REPLAY_TURNS))
            continue;
        struct analysis_replay_step *step = &lists->to->steps[use->step];
        step->needs = given->step + 1;
        if (given->time > step->there)
            step->there = given->time;
    }
}

void replay_uses_connect(struct replay_thread_lists *lists)
{
    struct replay_object_use *all = lists->uses;
    if (lists->use_count)
        qsort(all, lists->use_count, sizeof *all, by_object);
    for (size_t i = 0, end; i < lists->use_count; i = end) {
        for (end = i + 1; end < lists->use_count && all[end].place == all[i].place &&
                          all[end].object == all[i].object;)
            end++;
        if (is_lock(all + i, end - i))
            add_lock(lists, all + i, end - i);
        else
            add_waits(lists, all + i, end - i);
    }
}
