/* pairs.c: pairs of ranks work and send each other messages, with a barrier now and then, for ever.
 * A rank writes its process number into a file when it has done so a few times. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static volatile double sum;
static double data[20000];

static void work(int n)
{
    for (int i = 0; i < n; i++)
        sum += i;
}

static void exchange(int rank)
{
    int peer = rank ^ 1;
    if (rank % 2) {
        MPI_Recv(data, 20000, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        work(20000);
        MPI_Send(data, 20000, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD);
    } else {
        work(10000);
        MPI_Send(data, 20000, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD);
        MPI_Recv(data, 20000, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

static void tell(int rank)
{
    char name[32];
    snprintf(name, sizeof name, "pid.%d", rank);
    FILE *file = fopen(name, "w");
    if (file) {
        fprintf(file, "%d\n", (int)getpid());
        fclose(file);
    }
}

int main(int argc, char **argv)
{
    int rank;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (long k = 0;; k++) {
        exchange(rank);
        if (k % 50 == 49)
            MPI_Barrier(MPI_COMM_WORLD);
        if (k == 10)
            tell(rank);
    }
}
