/* exchange.c: ranks in a ring exchange halos without blocking, compute their inner cells meanwhile,
 * and their borders afterwards. The inner cells of rank 1 are the slowest. */
#include "work.h"

#include <mpi.h>

static void inner(int units, int rank)
{
    work(rank == 1 ? units : units / 4);
}

static void border(int rank)
{
    work(6 + rank);
}

int main(int argc, char **argv)
{
    int rank, size, left[256] = {0}, right[256] = {0}, mine[256] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int before = (rank + size - 1) % size, after = (rank + 1) % size;
    MPI_Barrier(MPI_COMM_WORLD);
    double start = seconds();
    for (int step = 0; step < 40; step++) {
        MPI_Request requests[4];
        MPI_Irecv(left, 256, MPI_INT, before, 0, MPI_COMM_WORLD, &requests[0]);
        MPI_Irecv(right, 256, MPI_INT, after, 1, MPI_COMM_WORLD, &requests[1]);
        MPI_Isend(mine, 256, MPI_INT, after, 0, MPI_COMM_WORLD, &requests[2]);
        MPI_Isend(mine, 256, MPI_INT, before, 1, MPI_COMM_WORLD, &requests[3]);
        inner(units_of(argc, argv), rank);
        MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
        border(rank);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f\n", seconds() - start);
    MPI_Finalize();
    return 0;
}
