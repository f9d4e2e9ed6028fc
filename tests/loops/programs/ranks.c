/* A loop that ranks divide, and one of a length that tells the rank. */
#include <mpi.h>
#include <stdio.h>

static volatile long sum;

__attribute__((noinline)) static void work(long n)
{
    for (long i = 0; i < n; i++)
        sum += i;
}

int main(int count, char **words)
{
    int rank, ranks;
    MPI_Init(&count, &words);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    work(1200 / ranks);
    MPI_Barrier(MPI_COMM_WORLD);
    work(rank + 1);
    if (rank == 0)
        printf("%d ranks\n", ranks);
    MPI_Finalize();
    return 0;
}
