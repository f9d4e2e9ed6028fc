/* search.c: see search.h */
#include "places/search.h"

#include "places/bell.h"
#include "places/inbox.h"
#include "places/post.h"
#include "places/relax.h"
#include "places/segment.h"
#include "places/wires.h"
#include "places/workers.h"

#include <sched.h>

enum {
    SPINS = 4000,
    FAR_SPINS = 20000 /* messages of other machines take longer */,
    PATIENCE = 16
};

static unsigned spins;

void search_open(unsigned workers)
{
    cpu_set_t set;
    int processors = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
    int most = segment_is_spread() ? FAR_SPINS : SPINS;
    spins = (long)workers * segment_crowd() <= processors ? (unsigned)most : 0;
}

static struct activity *steal(struct worker *self)
{
    unsigned count = __atomic_load_n(&workers_count, __ATOMIC_ACQUIRE);
    self->random = self->random * 1664525u + 1013904223u;
    unsigned first = (self->random >> 8) % count;
    for (unsigned i = 0; i < count; i++) {
        struct worker *victim = workers_all[(first + i) % count];
        struct activity *activity = victim == self ? NULL : deque_steal(&victim->deque);
        if (activity)
            return activity;
    }
    return NULL;
}

/* True if a worker is to look for messages of other machines, too: it always is if it has nothing
 * to do, and otherwise now and then, since that takes a system call. */
static bool looks_far(struct worker *self)
{
    return segment_is_spread() && (self->looks++ % PATIENCE == 0 || deque_is_empty(&self->deque));
}

struct activity *search_find(struct worker *self, const struct hope *hope)
{
    /* A worker that had to wait runs the first activity at once. More are only then behind it if
     * they come faster than they run, and the next search sees that. */
    enum rings_amount amount = self->was_idle ? RINGS_ONE : RINGS_ALL;
    self->was_idle = false;
    self->has_hand = true;
    bool received = looks_far(self) ? post_receive() : post_receive_here(amount);
    post_send_rest();
    self->has_hand = false;
    struct activity *activity = self->hand;
    self->hand = NULL;
    if (!activity && received && hope->is_true(hope->argument))
        return NULL;
    if (!activity)
        activity = deque_pop(&self->deque);
    if (!activity)
        activity = inbox_take();
    if (!activity && self->depth < SEARCH_DEEP)
        activity = steal(self);
    return activity;
}

static bool has_work(const struct worker *self)
{
    if (!inbox_is_empty())
        return true;
    unsigned count = __atomic_load_n(&workers_count, __ATOMIC_ACQUIRE);
    for (unsigned i = 0; i < count && self->depth < SEARCH_DEEP; i++) {
        if (!deque_is_empty(&workers_all[i]->deque))
            return true;
    }
    return false;
}

/* Looks for news; the caller is counted as a sleeper. */
static bool has_news(void *argument)
{
    const struct hope *hope = argument;
    if (segment_is_spread())
        wires_watch();
    return hope->is_true(hope->argument) || post_has_news() ||
           (hope->takes_work && has_work(hope->self));
}

/* Looks for news for a moment. It looks less often at the activities of other workers, which are
 * thereby not slowed down, and have the time to run what they have just started. */
static bool spin(struct hope *hope)
{
    for (unsigned i = 1; i <= spins; i++) {
        if (hope->is_true(hope->argument) || post_glance_here())
            return true;
        if (i % PATIENCE == 0 && ((hope->takes_work && has_work(hope->self)) || post_has_news()))
            return true;
        relax();
    }
    return false;
}

static void begin_search(struct worker *self)
{
    if (!self->searches && self->depth < SEARCH_DEEP) {
        self->searches = true;
        bell_search();
    }
}

void search_stop(struct worker *self)
{
    if (!self->searches)
        return;
    self->searches = false;
    if (!bell_stop_search())
        return;
    if (segment_is_spread() && bell_has_sleepers())
        wires_watch();
    if (post_has_news_here() || has_work(self))
        bell_call(segment_here());
}

void search_idle(struct hope *hope)
{
    if (bell_has_sleepers()) /* otherwise nobody could be woken instead */
        begin_search(hope->self);
    if (spin(hope)) {
        hope->self->was_idle = true;
        return;
    }
    begin_search(hope->self);
    unsigned work = hope->self->searches ? BELL_WORK : 0, wish = hope->is_wish ? BELL_WISH : 0;
    bell_sleep(has_news, hope, work | wish);
}
