/* pipeline.c: each rank is a stage that receives an item, works on it and passes it on; the third
 * stage is the slowest. Items are too large to be sent before they are received. */
#include "work.h"

#include <mpi.h>

enum { VALUES = 1 << 16 };

static int data[VALUES];

static void slowest(int units)
{
    work(units);
}

static void other(int rank)
{
    work(8 + 6 * rank);
}

int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = seconds();
    for (int item = 0; item < 50; item++) {
        if (rank > 0)
            MPI_Recv(data, VALUES, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (rank == 2)
            slowest(units_of(argc, argv));
        else
            other(rank);
        if (rank + 1 < size)
            MPI_Send(data, VALUES, MPI_INT, rank + 1, 0, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f\n", seconds() - start);
    MPI_Finalize();
    return 0;
}
