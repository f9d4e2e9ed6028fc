/* atomic.c: atomic blocks and conditional ones: one lock per place. */
#include "places/fatal.h"
#include "places/record.h"
#include "places/relax.h"
#include "places/workers.h"

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned waiting; /* with the lock */

/* Most atomic blocks take less time than a record of a wait for them: the lock is tried for some
 * hundred nanoseconds before it is waited for. */
enum { TRIES = 30 };

static __attribute__((noinline, cold)) bool is_free_soon(void)
{
    for (int i = 0; i < TRIES; i++) {
        relax();
        if (pthread_mutex_trylock(&lock) == 0)
            return true;
    }
    return false;
}

/* Takes the lock, unless this activity has it; true if it is to be waited for. */
static bool must_wait(struct worker *self, const struct tri_site *site)
{
    self->counts[COUNT_ATOMIC] += site != NULL; /* a reduction has none */
    return self->atomic == 0 && pthread_mutex_trylock(&lock) != 0 && !is_free_soon();
}

void tri_atomic_begin(const struct tri_site *site)
{
    struct worker *self = workers_self();
    bool waits = must_wait(self, site);
    bool is_when = site && site->kind == TRI_SITE_WHEN;
    struct tri_node *wait = waits || is_when ? record_begin(site) : NULL;
    if (waits)
        pthread_mutex_lock(&lock);
    self->atomic++;
    if (is_when)
        self->wait = wait;
    else if (wait)
        tri_record_end(wait);
    else if (record_is_wanted(site))
        tri_record_point(site);
}

/* Returns the site if it is still to be recorded. */
static const struct tri_site *wait_for_plain(const struct tri_site *site)
{
    struct tri_node *wait = record_begin(site);
    pthread_mutex_lock(&lock);
    record_end(wait);
    return wait ? NULL : site;
}

const struct tri_site *tri_plain_begin(const struct tri_site *site)
{
    struct worker *self = workers_self();
    if (__builtin_expect(must_wait(self, site), 0))
        site = wait_for_plain(site);
    self->atomic++;
    return site;
}

void tri_plain_end(const struct tri_site *recorded)
{
    tri_atomic_end();
    if (record_is_wanted(recorded))
        tri_record_point(recorded);
}

void tri_when_go_on(void)
{
    struct worker *self = workers_self();
    record_end(self->wait);
    self->wait = NULL;
}

void tri_atomic_end(void)
{
    struct worker *self = workers_self();
    if (--self->atomic != 0)
        return;
    bool wakes = waiting > 0;
    pthread_mutex_unlock(&lock);
    if (wakes)
        pthread_cond_broadcast(&changed);
}

void tri_when_wait(void)
{
    struct worker *self = workers_self();
    if (self->atomic > 1)
        fatal("the condition of a `when` inside an atomic block is false, and nothing can change "
              "it meanwhile");
    waiting++;
    workers_block();
    pthread_cond_wait(&changed, &lock);
    workers_unblock();
    waiting--;
}
