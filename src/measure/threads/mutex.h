/* mutex.h: mutexes, shared with condition variables, which release and acquire them. */
#ifndef MEASURE_THREADS_MUTEX_H
#define MEASURE_THREADS_MUTEX_H

#include "measure/threads/wait.h"

#include <pthread.h>

static inline struct format_object *mutex_object(const void *mutex, const void *site)
{
    return measure_object_of((uintptr_t)mutex, FORMAT_OBJECT_MUTEX, mutex, site);
}

/* True if the holder has locked the mutex more than once. C11 mutexes are the same in glibc. */
static inline bool mutex_is_nested(const pthread_mutex_t *mutex)
{
    return (mutex->__data.__kind & 3) == PTHREAD_MUTEX_RECURSIVE_NP && mutex->__data.__count > 1;
}

#endif
