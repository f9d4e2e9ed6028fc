/* twice.c: two sends and two receives in one routine, which differ only in their bytes. */
#include <mpi.h>

static char data[600000];

__attribute__((noinline)) static void exchange(int rank)
{
    if (rank == 0) {
        MPI_Send(data, 500000, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        data[0]++;
        MPI_Send(data, 10, MPI_CHAR, 1, 2, MPI_COMM_WORLD);
    } else {
        MPI_Recv(data, 500000, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        data[0]++;
        MPI_Recv(data, 10, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    data[1]++;
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 4; i++)
        exchange(rank);
    MPI_Finalize();
    return 0;
}
