/* held.c: rank 2 waits for rank 0, which is held up by rank 1 in one call, then in another one of
 * the same function in the same routine. */
#include <mpi.h>
#include <time.h>

static char data[1];

static void lag(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 160000000}, 0);
}

static void give(void)
{
    MPI_Ssend(data, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD); /* first */
    MPI_Send(data, 1, MPI_CHAR, 2, 2, MPI_COMM_WORLD);
    MPI_Ssend(data, 1, MPI_CHAR, 1, 3, MPI_COMM_WORLD); /* second */
    MPI_Send(data, 1, MPI_CHAR, 2, 4, MPI_COMM_WORLD);
}

static void take(int rank)
{
    for (int i = 0; i < 2; i++) {
        if (rank == 1)
            lag();
        MPI_Recv(data, 1, MPI_CHAR, 0, rank + 2 * i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank)
        take(rank);
    else
        give();
    MPI_Finalize();
    return 0;
}
