/* main.c: `philosophers [SEATS [MEALS]] [--polite]`: without politeness, everybody starves. */
#include "table.h"

#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long wanted = 1000;

static void *live(void *seat)
{
    for (long i = 0; i < wanted; i++)
        table_eat((int)(intptr_t)seat);
    return NULL;
}

static int usage(void)
{
    fprintf(stderr, "philosophers: usage: philosophers [SEATS [MEALS]] [--polite], 2 to %d seats\n",
            TABLE_SEATS);
    return 2;
}

int main(int argc, char **argv)
{
    pthread_t threads[TABLE_SEATS];
    bool politely = argc > 1 && !strcmp(argv[argc - 1], "--polite");
    argc -= politely;
    int seats = argc > 1 ? atoi(argv[1]) : 5;
    wanted = argc > 2 ? atol(argv[2]) : wanted;
    if (seats < 2 || seats > TABLE_SEATS || wanted < 1)
        return usage();
    table_set(seats, politely);
    for (int i = 0; i < seats; i++) {
        if (pthread_create(&threads[i], NULL, live, (void *)(intptr_t)i) != 0)
            return 1;
    }
    for (int i = 0; i < seats; i++)
        pthread_join(threads[i], NULL);
    printf("%d philosophers ate %ld meals\n", seats, table_meals());
    return table_meals() != seats * wanted;
}
