/* All ways to send and receive. Messages of one sender and tag have different sizes, so that it can
 * be seen who got which. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { MANY = 40, ROOM = 4096 };

static int rank, size, left, right;
static char out[ROOM], in[MANY][ROOM];

static void blocking(MPI_Comm comm)
{
    for (int i = 1; i <= 6; i++) {
        MPI_Request request;
        MPI_Irecv(in[0], ROOM, MPI_CHAR, left, 1, comm, &request);
        if (i % 3 == 0)
            MPI_Ssend(out, i, MPI_CHAR, right, 1, comm);
        else if (i % 3 == 1)
            MPI_Bsend(out, i, MPI_CHAR, right, 1, comm);
        else
            MPI_Send(out, i, MPI_CHAR, right, 1, comm);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

/* Completed by each of the functions in turn, later posted ones first. */
static void nonblocking(void)
{
    MPI_Request receives[MANY], sends[MANY];
    MPI_Status status[MANY];
    int index, flag, count, indices[MANY];
    for (int i = 0; i < MANY; i++)
        MPI_Irecv(in[i], ROOM, MPI_CHAR, i % 2 ? MPI_ANY_SOURCE : left, i % 3 ? MPI_ANY_TAG : 2,
                  MPI_COMM_WORLD, &receives[i]);
    for (int i = 0; i < MANY; i++) {
        if (i % 4 == 3)
            MPI_Issend(out, i + 1, MPI_CHAR, right, 2, MPI_COMM_WORLD, &sends[i]);
        else
            MPI_Isend(out, i + 1, MPI_CHAR, right, 2, MPI_COMM_WORLD, &sends[i]);
    }
    MPI_Wait(&receives[MANY - 1], &status[0]);
    do
        MPI_Test(&receives[MANY - 2], &flag, MPI_STATUS_IGNORE);
    while (!flag);
    MPI_Waitany(MANY, receives, &index, MPI_STATUS_IGNORE);
    do
        MPI_Testany(MANY, receives, &index, &flag, &status[0]);
    while (!flag);
    MPI_Waitsome(MANY, receives, &count, indices, MPI_STATUSES_IGNORE);
    MPI_Testsome(MANY, receives, &count, indices, status);
    do
        MPI_Testall(5, receives + 10, &flag, MPI_STATUSES_IGNORE);
    while (!flag);
    MPI_Waitall(MANY, receives, MPI_STATUSES_IGNORE);
    MPI_Waitall(MANY, sends, status);
}

static void persistent(void)
{
    MPI_Request requests[3];
    MPI_Recv_init(in[0], ROOM, MPI_CHAR, left, 5, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(out, 17, MPI_CHAR, right, 5, MPI_COMM_WORLD, &requests[1]);
    MPI_Recv_init(in[1], ROOM, MPI_CHAR, MPI_PROC_NULL, 5, MPI_COMM_WORLD, &requests[2]);
    for (int i = 0; i < 4; i++) {
        if (i % 2)
            MPI_Startall(3, requests);
        else
            for (int k = 0; k < 3; k++)
                MPI_Start(&requests[k]);
        MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
    }
    for (int k = 0; k < 3; k++)
        MPI_Request_free(&requests[k]);
}

static void matched(void)
{
    MPI_Message message;
    MPI_Request request, send[3];
    MPI_Status status;
    int flag = 0;
    for (int i = 0; i < 3; i++)
        MPI_Isend(out, 100 + i, MPI_CHAR, right, 6, MPI_COMM_WORLD, &send[i]);
    MPI_Mprobe(MPI_ANY_SOURCE, 6, MPI_COMM_WORLD, &message, &status);
    while (!flag) {
        MPI_Message second;
        MPI_Improbe(left, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &second, MPI_STATUS_IGNORE);
        if (flag)
            MPI_Imrecv(in[1], ROOM, MPI_CHAR, &second, &request);
    }
    MPI_Probe(left, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Recv(in[2], ROOM, MPI_CHAR, left, 6, MPI_COMM_WORLD, &status);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Mrecv(in[0], ROOM, MPI_CHAR, &message, MPI_STATUS_IGNORE);
    MPI_Waitall(3, send, MPI_STATUSES_IGNORE);
}

static void odd(void)
{
    MPI_Request request;
    MPI_Sendrecv(out, 0, MPI_CHAR, right, 7, in[0], ROOM, MPI_CHAR, left, 7, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    MPI_Sendrecv_replace(out, 33, MPI_CHAR, rank, 8, rank, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(out, 5, MPI_CHAR, MPI_PROC_NULL, 9, MPI_COMM_WORLD);
    MPI_Recv(in[0], ROOM, MPI_CHAR, MPI_PROC_NULL, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Irecv(in[0], ROOM, MPI_CHAR, left, 10, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Isend(out, 12, MPI_CHAR, right, 11, MPI_COMM_WORLD, &request);
    MPI_Request_free(&request);
    MPI_Recv(in[0], ROOM, MPI_CHAR, left, 11, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void communicators(void)
{
    MPI_Comm half, copy, between, later;
    MPI_Request request;
    MPI_Comm_split(MPI_COMM_WORLD, rank % 2, -rank, &half);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Comm_idup(MPI_COMM_WORLD, &later, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    blocking(copy);
    blocking(later);
    int in_half;
    MPI_Comm_rank(half, &in_half);
    MPI_Sendrecv(out, 50 + rank, MPI_CHAR, in_half, 1, in[0], ROOM, MPI_CHAR, in_half, 1, half,
                 MPI_STATUS_IGNORE);
    MPI_Intercomm_create(half, 0, MPI_COMM_WORLD,
                         rank % 2 ? (size - 1) / 2 * 2 : (size - 2) / 2 * 2 + 1, 12, &between);
    MPI_Sendrecv(out, 60 + rank, MPI_CHAR, in_half, 2, in[0], ROOM, MPI_CHAR, in_half, 2, between,
                 MPI_STATUS_IGNORE);
    MPI_Barrier(between);
    MPI_Comm_free(&between);
    MPI_Comm_free(&half);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&later);
}

int main(int argc, char **argv)
{
    static char buffer[65536];
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    left = (rank + size - 1) % size;
    right = (rank + 1) % size;
    void *detached;
    int detached_size;
    MPI_Buffer_attach(buffer, sizeof buffer);
    blocking(MPI_COMM_WORLD);
    MPI_Barrier(MPI_COMM_WORLD);
    nonblocking();
    MPI_Barrier(MPI_COMM_WORLD);
    persistent();
    MPI_Barrier(MPI_COMM_WORLD);
    matched();
    MPI_Barrier(MPI_COMM_WORLD);
    odd();
    communicators();
    MPI_Buffer_detach(&detached, &detached_size);
    MPI_Finalize();
    return 0;
}
