/* two.c: two ranks that wait for each other in turn: rank 0 has three times the work of rank 1 in
 * `first`, rank 1 eight times that of rank 0 in `second`. Sleeping takes the place of computing, so
 * that other work on the cores does not matter. */
#include <mpi.h>
#include <time.h>

static void rest(int ms)
{
    for (int i = 0; i < ms; i++) {
        struct timespec wait = {0, 1000000};
        nanosleep(&wait, NULL);
    }
}

static void first(int rank)
{
    rest(rank ? 10 : 30);
}

static void second(int rank)
{
    rest(rank ? 40 : 5);
}

int main(int argc, char **argv)
{
    int rank, sum, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < 4; turn++) {
        first(rank);
        MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        second(rank);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Finalize();
    return 0;
}
