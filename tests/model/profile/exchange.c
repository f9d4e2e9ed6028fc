#include <mpi.h>
#include <stdio.h>
static void exchange(int rank, int size, int n)
{
    double a[1000] = {0}, b[1000];
    int to = (rank + 1) % size, from = (rank + size - 1) % size;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int i = 1; i <= n; i++) {
        MPI_Sendrecv(a, 10 * i, MPI_DOUBLE, to, 0, b, 1000, MPI_DOUBLE, from, 0, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        MPI_Bcast(b, 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    }
    double r, q = rank;
    MPI_Allreduce(&q, &r, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
}
int main(int argc, char **argv)
{
    int rank, size;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int t = 0; t < 3; t++)
        exchange(rank, size, 4);
    MPI_Finalize();
    return 0;
}
