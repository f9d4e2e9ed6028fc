/* data.c: calls whose buffers are written in many ways. Two ranks or more; ranks 0 and 1 exchange.
 */
#include <mpi.h>

#include <stdlib.h>
#include <unistd.h>

#define CHECK(call)                                                                                \
    do {                                                                                           \
        if ((call) != MPI_SUCCESS)                                                                 \
            abort();                                                                               \
    } while (0)

enum { N = 8 };

struct halo {
    double left[N], right[N];
};

static double grid[N][N];
static struct halo halo;

static void exchange(double *row, int peer, int rank)
{
    MPI_Request request;
    if (rank == 0) {
        MPI_Send(row, N, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(/* not MPI_Irecv(wrong) */ &grid[N - 1][0], N, MPI_DOUBLE, peer, 1,
                  MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int rank;
    double local[N] = {0}, sum[N], one = 1, all = 0;
    double *heap = calloc(2 * N, sizeof *heap);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank < 2) {
        exchange(grid[2], 1 - rank, rank);
        if (rank == 0)
            CHECK(MPI_Ssend(&halo.left[1], N - 1, MPI_DOUBLE, 1, 2, MPI_COMM_WORLD));
        else
            CHECK(MPI_Recv(halo.right, N, MPI_DOUBLE, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
        MPI_Sendrecv(heap + N, N, MPI_DOUBLE, 1 - rank, 3, local, N, MPI_DOUBLE, 1 - rank, 3,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    MPI_Bcast((char *)heap, 2 * N * 8, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Reduce(local, sum, N, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    if (argc > 1)
        pause();
    free(heap);
    MPI_Finalize();
    return 0;
}
