/* blocks.c: see ways.h */
#include "ways.h"

#include <mpi.h>
#include <stdlib.h>

static int first_row(int n, int ranks, int rank)
{
    return (int)((long)n * rank / ranks);
}

/* What rank 0 gets from each, in numbers. */
static void plan(int n, int ranks, int *counts, int *places)
{
    for (int rank = 0; rank < ranks; rank++) {
        places[rank] = n * first_row(n, ranks, rank);
        counts[rank] = n * first_row(n, ranks, rank + 1) - places[rank];
    }
}

long blocks_run(const struct picture *picture, int *steps)
{
    const int n = picture->n;
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    const int first = first_row(n, ranks, me), end = first_row(n, ranks, me + 1);
    int *mine = malloc(((size_t)(end - first) * (size_t)n + 1) * sizeof *mine);
    int *counts = malloc(2 * (size_t)ranks * sizeof *counts);
    if (!mine || !counts)
        MPI_Abort(MPI_COMM_WORLD, 1);
    long sum = 0;
    for (int row = first; row < end; row++)
        sum += escape_row(picture, row, mine + (size_t)(row - first) * (size_t)n);
    plan(n, ranks, counts, counts + ranks);
    MPI_Gatherv(mine, (end - first) * n, MPI_INT, steps, counts, counts + ranks, MPI_INT, 0,
                MPI_COMM_WORLD);
    free(counts);
    free(mine);
    return sum;
}
