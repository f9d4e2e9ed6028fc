/* late.c: rank 0 prepares data and sends it; the others have a little to do, and then wait for it.
 */
#include "work.h"

#include <mpi.h>

static void prepare(int units)
{
    work(units);
}

static void own(int rank)
{
    work(4 + rank);
}

static void use(int rank)
{
    work(8 + rank);
}

int main(int argc, char **argv)
{
    int rank, size, data[64] = {0};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = seconds();
    for (int turn = 0; turn < 40; turn++) {
        if (rank == 0) {
            prepare(units_of(argc, argv));
            for (int to = 1; to < size; to++)
                MPI_Send(data, 64, MPI_INT, to, turn, MPI_COMM_WORLD);
        } else {
            own(rank);
            MPI_Recv(data, 64, MPI_INT, 0, turn, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            use(rank);
        }
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f\n", seconds() - start);
    MPI_Finalize();
    return 0;
}
