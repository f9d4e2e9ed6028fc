/* strip.c: see strip.h */
#include "strip.h"

#include <stdlib.h>

enum { UPWARD, DOWNWARD }; /* the tags: with two ranks, both neighbours are the same */

/* What is sent and received each time `turn` is now. */
static void plan(struct strip *strip, int turn, int above, int below)
{
    const int width = strip->n + 2;
    MPI_Request *requests = strip->requests[turn];
    MPI_Recv_init(strip_row(strip, turn, 0), width, MPI_UNSIGNED_CHAR, above, DOWNWARD,
                  MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init(strip_row(strip, turn, strip->rows + 1), width, MPI_UNSIGNED_CHAR, below, UPWARD,
                  MPI_COMM_WORLD, &requests[1]);
    MPI_Send_init(strip_row(strip, turn, 1), width, MPI_UNSIGNED_CHAR, above, UPWARD,
                  MPI_COMM_WORLD, &requests[2]);
    MPI_Send_init(strip_row(strip, turn, strip->rows), width, MPI_UNSIGNED_CHAR, below, DOWNWARD,
                  MPI_COMM_WORLD, &requests[3]);
}

void strip_new(struct strip *strip, int n)
{
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    strip->n = n;
    strip->first = (int)((long)n * me / ranks);
    strip->rows = (int)((long)n * (me + 1) / ranks) - strip->first;
    strip->turn = 0;
    for (int turn = 0; turn < 2; turn++) {
        strip->cells[turn] = calloc((size_t)(strip->rows + 2), (size_t)(n + 2));
        if (!strip->cells[turn])
            MPI_Abort(MPI_COMM_WORLD, 1);
        plan(strip, turn, (me + ranks - 1) % ranks, (me + 1) % ranks);
    }
}

void strip_free(struct strip *strip)
{
    for (int turn = 0; turn < 2; turn++) {
        for (int i = 0; i < 4; i++)
            MPI_Request_free(&strip->requests[turn][i]);
        free(strip->cells[turn]);
    }
}

void strip_exchange(struct strip *strip)
{
    MPI_Status statuses[4];
    MPI_Startall(4, strip->requests[strip->turn]);
    MPI_Waitall(4, strip->requests[strip->turn], statuses);
}
