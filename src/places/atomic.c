/* atomic.c: atomic blocks and conditional ones: one lock per place. */
#include "places/fatal.h"
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
    if (self->atomic++ == 0)
        pthread_mutex_lock(&lock);
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
