/* threads.c: `threads WAVES WIDTH HOW`: WIDTH threads at a time, WAVES times; HOW they end: return,
 * exit, cancel, run (they still run when the program ends). */
#include "regions.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MAIN, BODY, BODY_LOOP, LEAF, COUNT };
TRI_UNIT_BEGIN(COUNT);

static const char *how;
static sem_t ready;

static void leaf(void)
{
    TRI_ROUTINE(LEAF);
}

static void *body(void *argument)
{
    TRI_ROUTINE(BODY);
    long trips = (long)argument;
    {
        TRI_LOOP(BODY_LOOP);
        for (long i = 0; i < trips; i++) {
            TRI_TRIP(BODY_LOOP);
            leaf();
        }
    }
    sem_post(&ready);
    if (!strcmp(how, "exit"))
        pthread_exit(NULL);
    while (!strcmp(how, "cancel") || !strcmp(how, "run"))
        sleep(1);
    return NULL;
}

int main(int argc, char **argv)
{
    TRI_ROUTINE(MAIN);
    int waves = atoi(argv[1]), width = atoi(argv[2]);
    how = argc > 3 ? argv[3] : "return";
    sem_init(&ready, 0, 0);
    pthread_t *threads = calloc((size_t)width, sizeof *threads);
    for (int wave = 0; wave < waves; wave++) {
        for (long i = 0; i < width; i++) {
            if (pthread_create(&threads[i], NULL, body, (void *)(i + 1)) != 0)
                return 3;
        }
        for (int i = 0; i < width; i++)
            sem_wait(&ready);
        if (!strcmp(how, "run"))
            exit(0);
        for (int i = 0; i < width; i++) {
            if (!strcmp(how, "cancel"))
                pthread_cancel(threads[i]);
            pthread_join(threads[i], NULL);
        }
    }
    free(threads);
    return 0;
}

static struct tri_region tri_regions[COUNT] = {ROUTINE(MAIN, "main"), ROUTINE(BODY, "body"),
                                               LOOP(BODY_LOOP, 1, BODY), ROUTINE(LEAF, "leaf")};
TRI_UNIT_END(COUNT, __FILE__, "/nowhere");
