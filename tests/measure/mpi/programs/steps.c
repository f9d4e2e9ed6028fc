/* All calls are in a function that is called once per step; rank 1 is late since it has more to do
 * between the steps, in another function. */
#include <mpi.h>
#include <time.h>

static void lag(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 40000000}, 0);
}

static __attribute__((noinline)) void exchange(int rank, const double *mine, double *other)
{
    MPI_Request requests[2];
    MPI_Irecv(other, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]); /* first */
    MPI_Isend(mine, 1, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE); /* last */
    __asm__ volatile("" ::: "memory");             /* not a tail call */
}

int main(int count, char **arguments)
{
    int rank;
    double mine = 1, other = 0;
    MPI_Init(&count, &arguments);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 5; i++) {
        exchange(rank, &mine, &other);
        if (rank)
            lag();
    }
    exchange(rank, &mine, &other);
    MPI_Finalize();
    return 0;
}
