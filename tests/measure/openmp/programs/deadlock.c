/* deadlock.c: two threads take two locks in opposite order, and a third waits for them. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    static omp_lock_t first, second;
    omp_init_lock(&first);
    omp_init_lock(&second);
#pragma omp parallel num_threads(3)
    {
        int me = omp_get_thread_num();
        if (me < 2)
            omp_set_lock(me == 0 ? &first : &second);
#pragma omp barrier
        if (me == 0) {
            puts("stuck");
            fflush(stdout);
        }
        if (me < 2)
            omp_set_lock(me == 0 ? &second : &first);
    }
    return 0;
}
