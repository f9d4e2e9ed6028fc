/* condition.h: waiting for a condition variable, which releases a mutex and acquires it again. */
#ifndef MEASURE_THREADS_CONDITION_H
#define MEASURE_THREADS_CONDITION_H

#include "measure/threads/mutex.h"

struct condition_wait {
    struct wait wait;
    struct format_object
        *mutex; /* NULL: the thread keeps it, because it locked it more than once */
};

static inline struct format_object *condition_object(const void *condition, const void *site)
{
    return measure_object_of((uintptr_t)condition, FORMAT_OBJECT_CONDITION, condition, site);
}

/* Notes that the mutex is released, and begins to wait. */
void condition_begin(struct condition_wait *wait, const struct wait_call *call,
                     const pthread_mutex_t *mutex);

/* Ends the wait of a struct condition_wait and notes that the thread has the mutex again; also if
 * the thread is cancelled. */
void condition_end(void *wait);

#endif
