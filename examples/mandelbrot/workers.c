/* workers.c: see ways.h */
#include "ways.h"

#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { ROW, RESULT, STOP }; /* the tags; a result is the row's number and its steps */

/* The next row for a worker, or, when there is none, the message that it may stop. */
static void deal(int worker, int *next, int n)
{
    if (*next < n) {
        MPI_Send(next, 1, MPI_INT, worker, ROW, MPI_COMM_WORLD);
        ++*next;
    } else {
        MPI_Send(NULL, 0, MPI_INT, worker, STOP, MPI_COMM_WORLD);
    }
}

static void master(int n, int ranks, int *result, int *steps)
{
    int next = 0;
    for (int worker = 1; worker < ranks; worker++)
        deal(worker, &next, n);
    for (int done = 0; done < n; done++) {
        MPI_Status status;
        MPI_Recv(result, n + 1, MPI_INT, MPI_ANY_SOURCE, RESULT, MPI_COMM_WORLD, &status);
        memcpy(steps + (size_t)result[0] * (size_t)n, result + 1, (size_t)n * sizeof *steps);
        deal(status.MPI_SOURCE, &next, n);
    }
}

static long worker(const struct picture *picture, int *result)
{
    long sum = 0;
    for (;;) {
        MPI_Status status;
        MPI_Recv(result, 1, MPI_INT, 0, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        if (status.MPI_TAG == STOP)
            return sum;
        sum += escape_row(picture, result[0], result + 1);
        MPI_Send(result, picture->n + 1, MPI_INT, 0, RESULT, MPI_COMM_WORLD);
    }
}

long workers_run(const struct picture *picture, int *steps)
{
    int me, ranks;
    MPI_Comm_rank(MPI_COMM_WORLD, &me);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int *result = malloc(((size_t)picture->n + 1) * sizeof *result);
    if (!result)
        MPI_Abort(MPI_COMM_WORLD, 1);
    long sum = 0;
    if (me == 0)
        master(picture->n, ranks, result, steps);
    else
        sum = worker(picture, result);
    free(result);
    return sum;
}
