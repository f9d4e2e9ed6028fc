/* once.c: interposes pthread_once, until its routine has run. */
#include "measure/threads/wait.h"

#include <pthread.h>

enum { DONE = 2 }; /* value of a pthread_once_t in glibc that is done */

REAL_STAND_IN int pthread_once(pthread_once_t *once, void (*routine)(void))
{
    if (__atomic_load_n(once, __ATOMIC_ACQUIRE) == DONE || !WAIT_HEARS())
        return REAL(pthread_once)(once, routine);
    struct tri_node *act = measure_act_begin(
        measure_act_site(TRI_KIND_ATOMIC, 0, "pthread_once", __builtin_return_address(0)));
    int result = REAL(pthread_once)(once, routine);
    measure_act_end(act, &(struct measure_act_end){0});
    return result;
}
