/* shares.c: constructs of all kinds one after another, with bodies that are inlined or moved away.
 */
#include <unistd.h>

static void wait_shortly(void)
{
    usleep(10);
}

static double all[100];

static void orphan(int n)
{
#pragma omp for schedule(dynamic) nowait
    for (int i = 0; i < n; i++)
        wait_shortly();
#pragma omp for
    for (int i = 0; i < n; i++)
        all[i] += 1;
}

static void share(int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        all[i] += 2;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            wait_shortly();
#pragma omp for schedule(guided)
        for (int i = 0; i < n; i++)
            wait_shortly();
#pragma omp for schedule(dynamic)
        for (int i = 0; i < n; i++)
            all[i] += 3;
        wait_shortly();
#pragma omp barrier
#pragma omp single
        wait_shortly();
#pragma omp single
        all[0]++;
#pragma omp barrier
#pragma omp for
        for (int i = 0; i < n; i++)
            wait_shortly();
#pragma omp for
        for (int i = 0; i < n; i++)
            wait_shortly();
#pragma omp barrier
#pragma omp sections
        {
#pragma omp section
            wait_shortly();
#pragma omp section
            wait_shortly();
        }
#pragma omp critical
        wait_shortly();
#pragma omp critical
        wait_shortly();
        orphan(n);
        wait_shortly();
    }
#pragma omp parallel
    {
#pragma omp sections /* alone */
        {
#pragma omp section
            wait_shortly();
#pragma omp section
            wait_shortly();
        }
    }
}

int main(void)
{
    share(10);
    return 0;
}
