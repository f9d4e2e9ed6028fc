/* data.c: calls whose buffers are written in many ways. Pairs of ranks exchange. */
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

static MPI_Comm pair;

static void exchange(double *row, int peer, int rank)
{
    MPI_Request request;
    if (rank == 0) {
        MPI_Send(row, N, MPI_DOUBLE, peer, 1, pair);
    } else {
        MPI_Irecv(/* not MPI_Irecv(wrong) */ &grid[N - 1][0], N, MPI_DOUBLE, peer, 1, pair,
                  &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
}

int main(int argc, char **argv)
{
    int world, rank;
    double local[N] = {0}, sum[N], one = 1, all = 0;
    double *heap = calloc(2 * N, sizeof *heap);
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, world / 2, world, &pair);
    MPI_Comm_rank(pair, &rank);
    exchange(grid[2], 1 - rank, rank);
    if (rank == 0)
        CHECK(MPI_Ssend(&halo.left[1], N - 1, MPI_DOUBLE, 1, 2, pair));
    else
        CHECK(MPI_Recv(halo.right, N, MPI_DOUBLE, 0, 2, pair, MPI_STATUS_IGNORE));
    MPI_Sendrecv(heap + N, N, MPI_DOUBLE, 1 - rank, 3, local, N, MPI_DOUBLE, 1 - rank, 3, pair,
                 MPI_STATUS_IGNORE);
    MPI_Bcast((char *)heap, 2 * N * 8, MPI_CHAR, 0, pair);
    MPI_Reduce(local, sum, N, MPI_DOUBLE, MPI_SUM, 0, pair);
    MPI_Allreduce(MPI_IN_PLACE, &one, 1, MPI_DOUBLE, MPI_SUM, pair);
    MPI_Allreduce(&one, &all, 1, MPI_DOUBLE, MPI_SUM, pair);
    if (argc > 1)
        pause();
    free(heap);
    MPI_Finalize();
    return 0;
}
