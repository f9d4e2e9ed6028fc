/* A late sender: rank 1 waits for rank 0, which sleeps, in MPI_Recv and in MPI_Wait. */
#include <mpi.h>
#include <time.h>

static void be_late(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 300000000}, 0);
}

int main(int argc, char **argv)
{
    int rank, value = 0;
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0) {
        be_late();
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        be_late();
        MPI_Ssend(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else if (rank == 1) {
        MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Irecv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Finalize();
    return 0;
}
