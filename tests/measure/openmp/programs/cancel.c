/* cancel.c: a loop and a taskgroup that are cancelled; OMP_CANCELLATION=true. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int done = 0, tasks = 0;
#pragma omp parallel num_threads(2)
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < 1000; i++) {
#pragma omp cancel for if (i == 10)
#pragma omp atomic
            done++;
#pragma omp cancellation point for
        }
#pragma omp single
        {
#pragma omp taskgroup
            {
                for (int i = 0; i < 100; i++) {
#pragma omp task
                    {
#pragma omp atomic
                        tasks++;
#pragma omp cancel taskgroup if (i == 5)
                    }
                }
            }
        }
    }
    puts(done < 1000 && tasks <= 100 ? "cancelled" : "not");
    return 0;
}
