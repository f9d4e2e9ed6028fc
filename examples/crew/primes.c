/* primes.c: counts primes below a limit. A task counts those of a piece; every fourth one splits
 * its piece, and has another task count one half. */
#include "crew.h"

#include <stdio.h>
#include <stdlib.h>

struct piece {
    struct crew_task task;
    long from, to, found;
    struct piece *half;
};

static int is_prime(long number)
{
    for (long i = 2; i * i <= number; i++) {
        if (number % i == 0)
            return 0;
    }
    return number > 1;
}

static void count(struct crew_task *task)
{
    struct piece *piece = (struct piece *)task;
    for (long number = piece->from; number < piece->to; number++)
        piece->found += is_prime(number);
}

static void split(struct crew_task *task)
{
    struct piece *piece = (struct piece *)task, *half = piece->half;
    long middle = (piece->from + piece->to) / 2;
    *half = (struct piece){{count, "count half", NULL}, middle, piece->to, 0, NULL};
    piece->to = middle;
    crew_spawn(&half->task);
    count(task);
}

int main(int argc, char **argv)
{
    long limit = argc > 1 ? atol(argv[1]) : 400000, found = 0;
    int pieces = argc > 2 ? atoi(argv[2]) : 16, members = argc > 3 ? atoi(argv[3]) : 3;
    if (limit < 1 || pieces < 1 || members < 0) {
        fprintf(stderr, "usage: primes [LIMIT [PIECES [MEMBERS]]]\n");
        return 2;
    }
    struct piece *all = calloc((size_t)pieces * 2, sizeof *all);
    if (!all || crew_open(members) < members) {
        fprintf(stderr, "primes: no memory or no threads\n");
        return 1;
    }
    for (int i = 0; i < pieces; i++) {
        int splits = i % 4 == 3;
        all[i] = (struct piece){{splits ? split : count, splits ? "split" : "count", NULL},
                                limit * i / pieces,
                                limit * (i + 1) / pieces,
                                0,
                                &all[pieces + i]};
        crew_spawn(&all[i].task);
    }
    crew_wait();
    for (int i = 0; i < 2 * pieces; i++)
        found += all[i].found;
    crew_close();
    printf("%ld primes below %ld\n", found, limit);
    free(all);
    return 0;
}
