/* Ends in the way that its argument names, in the middle of a message that never comes. */
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    int rank, size, got;
    const char *how = argv[1];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 25; i++)
        MPI_Sendrecv(&rank, 1, MPI_INT, (rank + 1) % size, 1, &got, 1, MPI_INT,
                     (rank + size - 1) % size, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (!strcmp(how, "exit"))
        exit(0);
    if (rank == 1 && strcmp(how, "_exit") != 0)
        usleep(500000); /* rank 0 waits for a message by then, even if it has to wait for a core */
    if (rank == 1 && !strcmp(how, "abort"))
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (rank == 1 && !strcmp(how, "kill"))
        raise(SIGKILL);
    if (rank == 1 && !strcmp(how, "crash"))
        abort();
    if (rank == 1 && !strcmp(how, "nothing")) {
        volatile int *volatile nowhere = NULL;
        *nowhere = 1;
    }
    if (!strcmp(how, "_exit"))
        _exit(0);
    MPI_Recv(&got, 1, MPI_INT, (rank + 1) % size, 99, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return 0;
}
