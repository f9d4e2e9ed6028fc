/* Each way in which ranks wait for one that comes late, once: three ranks, one of which sleeps.
 * What happens in a phase happens in no other: the barriers between them, all in one line, see to
 * that. */
#include <mpi.h>
#include <stdlib.h>
#include <time.h>

enum { LARGE = 1 << 20 };

static void lag(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 160000000}, 0);
}

static void meet(void)
{
    MPI_Barrier(MPI_COMM_WORLD); /* between */
}

static void messages(int rank, char *data)
{
    MPI_Request request;
    if (rank == 0) {
        lag();
        MPI_Send(data, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD); /* send */
        lag();
        MPI_Ssend(data, 1, MPI_CHAR, 1, 1, MPI_COMM_WORLD); /* second send */
    } else if (rank == 1) {
        MPI_Recv(data, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* receive */
        MPI_Irecv(data, 1, MPI_CHAR, 0, 1, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* end of receive */
    }
    meet();
    if (rank == 0) {
        MPI_Ssend(data, 1, MPI_CHAR, 1, 2, MPI_COMM_WORLD); /* early send */
        MPI_Isend(data, LARGE, MPI_CHAR, 1, 3, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); /* end of send */
    } else if (rank == 1) {
        lag();
        MPI_Recv(data, 1, MPI_CHAR, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); /* late receive */
        lag();
        MPI_Irecv(data, LARGE, MPI_CHAR, 0, 3, MPI_COMM_WORLD, &request); /* late post */
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    meet();
}

static void together(int rank)
{
    double own = rank, all = 0;
    if (rank == 2)
        lag();
    MPI_Barrier(MPI_COMM_WORLD); /* barrier */
    if (rank == 1)
        lag();
    MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* allreduce */
    meet();
    if (rank == 2)
        lag();
    MPI_Reduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD); /* reduce */
    meet();
    if (rank == 1)
        lag();
    MPI_Bcast(&all, 1, MPI_DOUBLE, 1, MPI_COMM_WORLD); /* bcast */
    meet();
    if (rank == 0)
        lag();
    MPI_Scan(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); /* scan */
    meet();
}

static void begun(int rank)
{
    double own = rank, all = 0;
    MPI_Request request;
    if (rank == 2)
        lag();
    MPI_Ibarrier(MPI_COMM_WORLD, &request); /* ibarrier */
    MPI_Wait(&request, MPI_STATUS_IGNORE);  /* end of ibarrier */
    meet();
    if (rank == 1)
        lag();
    MPI_Iallreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request); /* iallreduce */
    MPI_Wait(&request, MPI_STATUS_IGNORE); /* end of iallreduce */
    meet();
}

int main(int argc, char **argv)
{
    int rank;
    char *data = calloc(LARGE, 1);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    meet();
    messages(rank, data);
    together(rank);
    begun(rank);
    MPI_Finalize();
    free(data);
    return 0;
}
