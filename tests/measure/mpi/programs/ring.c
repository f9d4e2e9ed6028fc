/* The same calls as in ring77.f, ring90.f90 and ring08.f90. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    int rank, size, sum, got, seven[7] = {0}, other[7], three[3] = {1, 2, 3}, *all;
    double five[5] = {0};
    MPI_Request request;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int left = (rank + size - 1) % size, right = (rank + 1) % size;
    all = malloc(3 * (size_t)size * sizeof *all);
    for (int i = 0; i < 10; i++) {
        MPI_Irecv(&got, 1, MPI_INT, left, 3, MPI_COMM_WORLD, &request);
        MPI_Send(&rank, 1, MPI_INT, right, 3, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    sum = rank;
    MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(five, 5, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    MPI_Gather(three, 3, MPI_INT, all, 3, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Sendrecv(seven, 7, MPI_INT, right, 4, other, 7, MPI_INT, left, 4, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("%d\n", sum);
    free(all);
    MPI_Finalize();
    return got == left && sum == size * (size - 1) / 2 ? 0 : 1;
}
