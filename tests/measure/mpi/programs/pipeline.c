/* A pipeline: rank 0 fills a block, each other rank receives it and sends the same buffer on; rank
 * 0 sends something else to the last one. Then the last rank broadcasts the block, and rank 1 sends
 * it to rank 2. */
#include <mpi.h>

enum { WIDTH = 100, ROUNDS = 3 };

struct pipe {
    double block[WIDTH];
} pipe;

int main(int argc, char **argv)
{
    int rank, size;
    double other[4] = {0};
    struct pipe *own = &pipe;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int round = 0; round < ROUNDS; round++) {
        if (rank > 0)
            MPI_Recv(&own->block[0], WIDTH, MPI_DOUBLE, rank - 1, 7, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        own->block[rank] += round;
        if (rank + 1 < size)
            MPI_Send(own->block, WIDTH, MPI_DOUBLE, rank + 1, 7, MPI_COMM_WORLD);
        if (rank == 0)
            MPI_Send(other, 4, MPI_DOUBLE, size - 1, 9, MPI_COMM_WORLD);
        if (rank == size - 1)
            MPI_Recv(other, 4, MPI_DOUBLE, 0, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Barrier(MPI_COMM_WORLD);
    }
    MPI_Bcast(own->block, WIDTH, MPI_DOUBLE, size - 1, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Send(own->block, WIDTH, MPI_DOUBLE, 2, 11, MPI_COMM_WORLD);
    if (rank == 2)
        MPI_Recv(own->block, WIDTH, MPI_DOUBLE, 1, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
