/* parallel.c: see parallel.h */
#include "loops/flow/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
    MOST_THREADS = 8, /* threads beside the calling one */
    AT_A_TIME = 16,   /* numbers that a thread takes at once */
    WORTH = 256,      /* numbers that justify one more thread */
};

/* The work that the threads share. */
struct parallel {
    uint32_t count;
    void (*work)(void *context, uint32_t number);
    void *context;
    atomic_uint next;
};

/* Takes numbers and works on them until none is left. */
static void *take_part(void *argument)
{
    struct parallel *all = argument;
    for (;;) {
        uint32_t first = atomic_fetch_add(&all->next, AT_A_TIME);
        if (first >= all->count)
            return NULL;
        uint32_t end = all->count - first < AT_A_TIME ? all->count : first + AT_A_TIME;
        for (uint32_t i = first; i < end; i++)
            all->work(all->context, i);
    }
}

/* Returns the number of additional threads that `count` numbers justify. */
static uint32_t threads_for(uint32_t count)
{
    cpu_set_t processors;
    uint32_t most = count / WORTH < MOST_THREADS ? count / WORTH : MOST_THREADS;
    if (sched_getaffinity(0, sizeof processors, &processors))
        return 0;
    uint32_t others = (uint32_t)CPU_COUNT(&processors) - 1;
    return others < most ? others : most;
}

void loops_parallel_each(uint32_t count, void (*work)(void *context, uint32_t number),
                         void *context)
{
    struct parallel all = {.count = count, .work = work, .context = context};
    pthread_t threads[MOST_THREADS];
    uint32_t wanted = threads_for(count), begun = 0;
    sigset_t none, before; /* signals are delivered to the calling thread only */
    sigfillset(&none);
    pthread_sigmask(SIG_SETMASK, &none, &before);
    while (begun < wanted && !pthread_create(&threads[begun], NULL, take_part, &all))
        begun++;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    take_part(&all);
    for (uint32_t i = 0; i < begun; i++)
        pthread_join(threads[i], NULL);
}
