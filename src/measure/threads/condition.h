/* condition.h: waiting for a condition variable, which gives a mutex up and takes it again. */
#ifndef MEASURE_THREADS_CONDITION_H
#define MEASURE_THREADS_CONDITION_H

#include "measure/threads/mutex.h"

struct condition_wait {
    struct wait wait;
    struct format_object *mutex; /* NULL: it stays with the thread, which has it more than once */
};

static inline struct format_object *condition_object(const void *condition, const void *site)
{
    return object_of((uintptr_t)condition, FORMAT_OBJECT_CONDITION, condition, site);
}

/* The mutex is let go of, and waiting begins. */
void condition_begin(struct condition_wait *wait, const struct wait_call *call,
                     const pthread_mutex_t *mutex);

/* It has ended, and the mutex is the thread's again; also where the thread is cancelled. A struct
 * condition_wait. */
void condition_end(void *wait);

#endif
