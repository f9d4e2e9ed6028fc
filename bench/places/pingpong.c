/* pingpong.c: a message there and back between two ranks of MPI. Usage: pingpong COUNT. Rank 0
 * prints µs with 8, 1024 and 65536 bytes: the medians of batches. */
#include "batches.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int rank;

static double pingpong(int size)
{
    static char bytes[65536];
    double start = batches_now();
    for (int i = 0; i < BATCH; i++) {
        if (rank == 0)
            MPI_Send(bytes, size, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Recv(bytes, size, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 1) {
            bytes[0]++;
            MPI_Send(bytes, size, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
        }
    }
    return (batches_now() - start) / BATCH;
}

int main(int argc, char **argv)
{
    static const int sizes[] = {8, 1024, 65536};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    long count = argc > 1 ? atol(argv[1]) : 10000;
    for (int i = 0; i < 3; i++) {
        double median = batches_median(pingpong, sizes[i], count);
        if (rank == 0)
            printf("%.3f%c", median, i < 2 ? ' ' : '\n');
    }
    MPI_Finalize();
    return 0;
}
