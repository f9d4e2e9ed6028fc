/* raced.c: threads that come and go, with regions that all of them visit; "race" has a data race of
 * its own. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int shared;

static int leaf(int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += i ^ n;
    return sum;
}

static int deep(int n)
{
    return n ? deep(n - 1) + leaf(n) : 0;
}

static void *run(void *data)
{
    volatile int sum = 0;
    for (int i = 0; i < 300; i++)
        sum += deep(i % 9);
    FILE *file = fopen("/dev/null", "w");
    fprintf(file, "%d\n", sum);
    fclose(file);
    if (!strcmp(data, "race"))
        shared++;
    return NULL;
}

int main(int count, char **words)
{
    pthread_t threads[3];
    for (int round = 0; round < 10; round++) {
        for (int i = 0; i < 3; i++)
            pthread_create(&threads[i], NULL, run, count > 1 ? words[1] : "");
        for (int i = 0; i < 3; i++)
            pthread_join(threads[i], NULL);
    }
    puts("end");
    return 0;
}
