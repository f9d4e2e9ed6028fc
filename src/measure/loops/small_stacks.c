/* small_stacks.c: interposes pthread_create. The C library places a thread's thread-local memory on
 * its stack, and Triptych's with it: of the smallest stack that a program may ask for, nothing
 * would remain. Slow paths need room there, too. */
#include "measure/loops/leave_real.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SMALL = 256 << 10, MORE = 64 << 10 }; /* bytes */

/* True if a thread is to have a small stack that the C library makes; *size is set to its size. */
static bool makes_small(const pthread_attr_t *attributes, size_t *size)
{
    void *low;
    return attributes && !pthread_attr_getstack(attributes, &low, size) && *size < SMALL &&
           !((uintptr_t)low + *size); /* else the stack is the program's own */
}

LEAVE_STAND_IN int pthread_create(pthread_t *thread, const pthread_attr_t *attributes,
                                  void *(*routine)(void *), void *argument)
{
    size_t size;
    pthread_attr_t larger; /* shares what belongs to the program's, and is not destroyed */
    if (makes_small(attributes, &size)) {
        larger = *attributes;
        attributes = pthread_attr_setstacksize(&larger, size + MORE) ? attributes : &larger;
    }
    return LEAVE_REAL(pthread_create)(thread, attributes, routine, argument);
}
