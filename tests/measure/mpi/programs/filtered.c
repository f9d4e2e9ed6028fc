/* filtered.c: messages of many sizes between two ranks, the same in every run. */
#include <mpi.h>

enum { MESSAGES = 20, AT_ONCE = 8 };

static char data[AT_ONCE][100000];

static void one_by_one(int rank)
{
    for (int i = 0; i < MESSAGES; i++) {
        int size = i % 3 ? 100 * i : 5000 + i;
        if (rank == 0)
            MPI_Send(data[0], size, MPI_CHAR, 1, i % 2, MPI_COMM_WORLD);
        else
            MPI_Recv(data[0], sizeof data[0], MPI_CHAR, 0, i % 2, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
    }
}

/* More than the values of one record: some are told before the call has ended. */
static void at_once(int rank, int size)
{
    MPI_Request requests[2 * AT_ONCE];
    for (int i = 0; i < AT_ONCE; i++) {
        MPI_Irecv(data[i], sizeof data[i], MPI_CHAR, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD,
                  &requests[i]);
        MPI_Isend(data[i], size, MPI_CHAR, 1 - rank, 7, MPI_COMM_WORLD, &requests[AT_ONCE + i]);
    }
    MPI_Waitall(2 * AT_ONCE, requests, MPI_STATUSES_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, sum;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    one_by_one(rank);
    at_once(rank, 10);
    at_once(rank, 2000);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
