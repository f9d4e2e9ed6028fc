/* atomic.c: atomic blocks and conditional ones: one lock per place. */
#include "places/fatal.h"
#include "places/record.h"
#include "places/workers.h"

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_ADAPTIVE_MUTEX_INITIALIZER_NP;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static unsigned waiting; /* with the lock */

void tri_atomic_begin(const struct tri_site *site)
{
    struct worker *self = workers_self();
    self->counts[COUNT_ATOMIC] += site != NULL; /* a reduction has none */
    bool waits = self->atomic == 0 && pthread_mutex_trylock(&lock) != 0;
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
