/* roots.c: threads of the program's own, each of which has parallel regions, and ends. */
#include <pthread.h>
#include <stdio.h>

enum { ROUNDS = 3, THREADS = 4, REGIONS = 3 };

static int total;

static void *go(void *nothing)
{
    for (int i = 0; i < REGIONS; i++) {
#pragma omp parallel num_threads(2)
        {
#pragma omp critical
            total++;
        }
    }
    return nothing;
}

int main(void)
{
    for (int round = 0; round < ROUNDS; round++) {
        pthread_t threads[THREADS];
        for (int i = 0; i < THREADS; i++)
            pthread_create(&threads[i], NULL, go, NULL);
        for (int i = 0; i < THREADS; i++)
            pthread_join(threads[i], NULL);
    }
    go(NULL);
    printf("%d\n", total);
    return 0;
}
