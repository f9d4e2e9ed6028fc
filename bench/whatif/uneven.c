/* uneven.c: ranks with different amounts of work meet in a collective operation; then another
 * routine is uneven the other way round. */
#include "work.h"

#include <mpi.h>

static void assemble(int units, int rank)
{
    work(units * (rank + 1) / 4);
}

static void solve(int rank)
{
    work(30 - 6 * rank);
}

int main(int argc, char **argv)
{
    int rank;
    double sum, one = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier(MPI_COMM_WORLD);
    double start = seconds();
    for (int turn = 0; turn < 40; turn++) {
        assemble(units_of(argc, argv), rank);
        solve(rank);
        MPI_Allreduce(&one, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%.6f\n", seconds() - start);
    MPI_Finalize();
    return 0;
}
