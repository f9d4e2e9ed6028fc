/* Processes that start others, and processes that find each other: messages between them. */
#include <mpi.h>
#include <stdio.h>

/* The started ones: each sends what it got back, one more. */
static int child(MPI_Comm parent)
{
    int rank, value = -1;
    MPI_Comm all;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Recv(&value, 1, MPI_INT, 0, 1, parent, MPI_STATUS_IGNORE);
    value++;
    MPI_Send(&value, 1, MPI_INT, 0, 2, parent);
    MPI_Intercomm_merge(parent, 1, &all);
    MPI_Bcast(&value, 1, MPI_INT, 0, all);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return value == 1234 ? 0 : 3;
}

static int talk(MPI_Comm children, int rank)
{
    int count, good = 1, value;
    MPI_Comm all;
    MPI_Comm_remote_size(children, &count);
    for (int i = 0; i < count && rank == 0; i++) {
        MPI_Send(&i, 1, MPI_INT, i, 1, children);
        MPI_Recv(&value, 1, MPI_INT, i, 2, children, MPI_STATUS_IGNORE);
        good &= value == i + 1;
    }
    MPI_Intercomm_merge(children, 0, &all);
    value = 1234;
    MPI_Bcast(&value, 1, MPI_INT, 0, all);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&children);
    return good;
}

/* Rank 0 opens a port that rank 1 connects to. */
static int meet(int rank)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm other;
    int value = rank, got = -1;
    if (rank == 0)
        MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Bcast(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, MPI_COMM_WORLD);
    if (rank == 0)
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    else
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
    MPI_Sendrecv(&value, 1, MPI_INT, 0, 3, &got, 1, MPI_INT, 0, 3, other, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&other);
    if (rank == 0)
        MPI_Close_port(port);
    return got == 1 - rank;
}

int main(int argc, char **argv)
{
    int rank, codes[2], good;
    MPI_Comm parent, children;
    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent != MPI_COMM_NULL)
        return child(parent);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, codes);
    good = talk(children, rank);
    if (argc > 1) {
        char *commands[2] = {argv[0], argv[0]};
        int ones[2] = {1, 1};
        MPI_Info infos[2] = {MPI_INFO_NULL, MPI_INFO_NULL};
        MPI_Comm_spawn_multiple(2, commands, MPI_ARGVS_NULL, ones, infos, 0, MPI_COMM_WORLD,
                                &children, codes);
        good &= talk(children, rank);
        good &= meet(rank);
    }
    printf("rank %d: %s\n", rank, good ? "well" : "wrong");
    MPI_Finalize();
    return !good;
}
