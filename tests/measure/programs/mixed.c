/* mixed.c: what mixed.F90 calls; with -DMAIN a main program, too: `mixed THREADS` runs solve() in
 * that many threads. */
#include "regions.h"

#include <pthread.h>
#include <stdlib.h>

void c_step(int k);
void solve(int n, double *sum);
void report(int unit);

TRI_UNIT_BEGIN(1);

void c_step(int k)
{
    TRI_ROUTINE(0);
    (void)k;
}

#ifdef MAIN
static void *body(void *unused)
{
    double sum = 0;
    for (int i = 1; i <= 20; i++)
        solve(i, &sum);
    report(6);
    return unused;
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 1;
    pthread_t threads[100];
    for (int i = 0; i < count; i++)
        pthread_create(&threads[i], NULL, body, NULL);
    for (int i = 0; i < count; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
#endif

static struct tri_region tri_regions[1] = {ROUTINE(0, "c_step")};
TRI_UNIT_END(1, __FILE__, "/nowhere");
