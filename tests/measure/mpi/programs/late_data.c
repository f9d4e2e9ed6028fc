/* late_data.c: rank 0 is late with a message and with a collective operation. Two ranks. */
#include <mpi.h>

#include <unistd.h>

enum { N = 100000, STEPS = 3, LATE = 60000, LATER = 30000 /* us */ };

static double grid[N];
static double sum;

static __attribute__((noinline)) void step(int rank)
{
    if (rank == 0)
        usleep(LATE);
    if (rank == 1)
        MPI_Recv(grid, N, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(grid, N, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD);
    if (rank == 0)
        usleep(LATER);
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < STEPS; i++)
        step(rank);
    MPI_Finalize();
    return 0;
}
