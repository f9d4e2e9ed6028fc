/* bounce.c: a token goes around, as often as is said, with barriers now and then and, if there is
 * OpenMP, threads that count on the way. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

static int count(int token)
{
    int sum = 0;
#pragma omp parallel for reduction(+ : sum) num_threads(2)
    for (int i = 0; i < 100; i++)
        sum += i % 100 == token % 100;
    return sum;
}

static int pass(int token, int rank, int size)
{
    int next = (rank + 1) % size, last = (rank + size - 1) % size;
    if (rank == 0)
        MPI_Send(&token, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
    MPI_Recv(&token, 1, MPI_INT, last, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    token += count(token);
    if (rank != 0)
        MPI_Send(&token, 1, MPI_INT, next, 0, MPI_COMM_WORLD);
    return token;
}

int main(int argc, char **argv)
{
    int rank, size, token = 0, rounds = argc > 1 ? atoi(argv[1]) : 200;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < rounds; i++) {
        token = pass(token, rank, size);
        if (i % 10 == 0)
            MPI_Barrier(MPI_COMM_WORLD);
    }
    if (rank == 0)
        printf("%d\n", token);
    fflush(stdout);
    MPI_Finalize();
    return 0;
}
