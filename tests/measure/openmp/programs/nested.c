/* nested.c: parallel regions in parallel regions, and teams of other sizes. */
#include <omp.h>
#include <stdio.h>

int main(void)
{
    int inner = 0, outer = 0, alone = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2) /* L outer */
    {
#pragma omp atomic
        outer++;
#pragma omp parallel num_threads(3) /* L inner */
        {
#pragma omp atomic
            inner++;
#pragma omp barrier /* L barrier */
        }
    }
    for (int size = 1; size <= 4; size++) {
        omp_set_num_threads(size);
#pragma omp parallel /* L sized */
#pragma omp atomic
        alone++;
    }
    printf("%d %d %d\n", outer, inner, alone);
    return 0;
}
