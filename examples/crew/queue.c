/* queue.c: see queue.h */
#include "queue.h"

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static struct crew_task *first, **last = &first;
static int open_tasks, is_closed;

void queue_put(struct crew_task *task)
{
    pthread_mutex_lock(&guard);
    task->next = NULL;
    *last = task;
    last = &task->next;
    open_tasks++;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&guard);
}

struct crew_task *crew_take(int waits)
{
    pthread_mutex_lock(&guard);
    while (waits && !first && !is_closed)
        pthread_cond_wait(&changed, &guard);
    struct crew_task *task = first;
    if (task)
        first = task->next;
    if (!first)
        last = &first;
    pthread_mutex_unlock(&guard);
    return task;
}

void queue_done(void)
{
    pthread_mutex_lock(&guard);
    open_tasks--;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&guard);
}

void queue_wait(void)
{
    pthread_mutex_lock(&guard);
    while (open_tasks)
        pthread_cond_wait(&changed, &guard);
    pthread_mutex_unlock(&guard);
}

void queue_close(void)
{
    pthread_mutex_lock(&guard);
    is_closed = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&guard);
}
