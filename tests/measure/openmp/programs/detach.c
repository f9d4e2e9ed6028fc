/* detach.c: detached tasks, whose event another task fulfils. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int fulfilled = 0;
#pragma omp parallel num_threads(2)
#pragma omp single
    {
        omp_event_handle_t event;
#pragma omp task detach(event)
        {
#pragma omp atomic
            fulfilled++;
        }
#pragma omp task
        {
#pragma omp atomic
            fulfilled++;
            omp_fulfill_event(event);
        }
#pragma omp taskwait
    }
    printf("%d\n", fulfilled);
    return 0;
}
