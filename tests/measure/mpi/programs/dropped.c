/* Two ranks: one sends many messages of different sizes, then the other does. */
#include <mpi.h>
#include <stdlib.h>

enum { MOST = 97 };

static void send_all(int count, int to)
{
    char data[MOST] = {0};
    for (int i = 0; i < count; i++)
        MPI_Send(data, 1 + i % MOST, MPI_CHAR, to, 1 + i % 2, MPI_COMM_WORLD);
}

static void receive_all(int count, int from)
{
    char data[MOST];
    for (int i = 0; i < count; i++)
        MPI_Recv(data, MOST, MPI_CHAR, from, 1 + i % 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
    int rank, count = atoi(argv[1]);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int turn = 0; turn < 2; turn++) {
        if (rank == turn)
            send_all(count, 1 - rank);
        else
            receive_all(count, 1 - rank);
    }
    MPI_Finalize();
    return 0;
}
