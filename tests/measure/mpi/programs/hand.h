/* hand.h: calls of MPI with what a person counts for them. At its end a program writes to hand.RANK
 * a line for each call site: the function, how often it was called, and how many bytes went in and
 * out; and prints what went wrong. */
#ifndef HAND_H
#define HAND_H

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct hand_site {
    const char *call;
    struct hand_site *next;
    long count, bytes;
};

static struct hand_site *hand_first, *hand_last;
static int hand_wrong, rank, size, left, right;

static void hand_add(struct hand_site *site, long bytes)
{
    if (!site->count++) {
        site->next = hand_first;
        hand_first = site;
    }
    site->bytes += bytes;
    hand_last = site;
}

/* A call, and the bytes it moves. */
#define CALL(bytes, call)                                                                          \
    ({                                                                                             \
        static struct hand_site hand_here = {#call, NULL, 0, 0};                                   \
        hand_add(&hand_here, bytes);                                                               \
        (call);                                                                                    \
    })

/* What was not known before it. */
#define MORE(more) (hand_last->bytes += (more))

/* Until a flag is set: one call site, however often. */
#define POLL(flag, bytes, call)                                                                    \
    do {                                                                                           \
        flag = 0;                                                                                  \
        CALL(0, call);                                                                             \
        MORE((flag) ? (bytes) : 0);                                                                \
    } while (!(flag))

#define CHECK(truth)                                                                               \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            printf("rank %d, line %d: %s\n", rank, __LINE__, #truth);                              \
            hand_wrong = 1;                                                                        \
        }                                                                                          \
    } while (0)

__attribute__((unused)) static void hand_begin(int *argc, char ***argv)
{
    CALL(0, MPI_Init(argc, argv));
    CALL(0, MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    CALL(0, MPI_Comm_size(MPI_COMM_WORLD, &size));
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
}

__attribute__((unused)) static int hand_end(void)
{
    char name[32];
    CALL(0, MPI_Finalize());
    snprintf(name, sizeof name, "hand.%d", rank);
    FILE *out = fopen(name, "w");
    for (struct hand_site *site = hand_first; out && site; site = site->next)
        fprintf(out, "%.*s %ld %ld\n", (int)strcspn(site->call, "("), site->call, site->count,
                site->bytes);
    if (!out || fclose(out) != 0)
        hand_wrong = 1;
    if (!hand_wrong)
        printf("rank %d is well\n", rank);
    return hand_wrong;
}

#endif
