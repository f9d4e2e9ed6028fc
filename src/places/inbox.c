/* inbox.c: see inbox.h */
#include "places/inbox.h"

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct activity *first, **last = &first;
static long count;

void inbox_add(struct activity *activity)
{
    activity->next = NULL;
    pthread_mutex_lock(&lock);
    *last = activity;
    last = &activity->next;
    __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&lock);
}

struct activity *inbox_take(void)
{
    if (inbox_is_empty())
        return NULL;
    pthread_mutex_lock(&lock);
    struct activity *activity = first;
    if (activity) {
        first = activity->next;
        if (!first)
            last = &first;
        __atomic_sub_fetch(&count, 1, __ATOMIC_SEQ_CST);
    }
    pthread_mutex_unlock(&lock);
    return activity;
}

bool inbox_is_empty(void)
{
    return __atomic_load_n(&count, __ATOMIC_SEQ_CST) == 0;
}
