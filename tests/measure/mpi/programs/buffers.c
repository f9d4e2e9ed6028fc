/* buffers.c: buffers that only addresses can name: the source is not there when the run is read.
 * Pairs of ranks exchange. Each call has a tag of its own. */
#include <mpi.h>

#include <stdlib.h>

enum { N = 64, STEPS = 6 };

struct cell {
    double state[3], flux[3];
};

struct mesh {
    int size;
    double *values, *rows[2];
};

static double grid[N][N];
static struct cell cells[4];
static struct mesh mesh;
double *old, *new;
static double first[N], second[N];
static struct {
    int a;
    double b[N];
} several[2];

/* Sends from and receives into two buffers by one call each, with a tag. */
static void move(double *from, double *to, int tag, MPI_Comm pair)
{
    int rank;
    MPI_Comm_rank(pair, &rank);
    if (rank == 0)
        MPI_Send(from, 3, MPI_DOUBLE, 1, tag, pair);
    else
        MPI_Recv(to, 3, MPI_DOUBLE, 0, tag, pair, MPI_STATUS_IGNORE);
}

static void send(const double *from, int tag, MPI_Comm pair)
{
    MPI_Send(from, 3, MPI_DOUBLE, 0, tag, pair);
}

static void swap(void)
{
    double *kept = old;
    old = new;
    new = kept;
}

int main(int argc, char **argv)
{
    int world, rank;
    MPI_Comm pair;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_split(MPI_COMM_WORLD, world / 2, world, &pair);
    MPI_Comm_rank(pair, &rank);
    old = calloc(N, sizeof *old);
    new = calloc(N, sizeof *new);
    mesh.values = calloc(N, sizeof(double));
    mesh.rows[1] = calloc(N, sizeof(double));
    double *copy = mesh.values + 7;
    if (rank == 0) {
        MPI_Send(grid[3], N, MPI_DOUBLE, 1, 1, pair);
        MPI_Send(cells[2].flux, 3, MPI_DOUBLE, 1, 2, pair);
        MPI_Send(copy, 3, MPI_DOUBLE, 1, 3, pair);
        MPI_Send(mesh.rows[1], 3, MPI_DOUBLE, 1, 4, pair);
        MPI_Send(&several[1].b[5], 3, MPI_DOUBLE, 1, 5, pair);
        for (int i = 0; i < STEPS; i++, swap())
            MPI_Send(old, 3, MPI_DOUBLE, 1, 6, pair);
        for (int i = 0; i < N; i++)
            MPI_Send(&grid[i][i], 1, MPI_DOUBLE, 1, 7, pair);
    } else {
        double *unnamed[1] = {malloc(N * sizeof(double))};
        for (int tag = 1; tag <= 5; tag++)
            MPI_Recv(unnamed[0] + tag, N, MPI_DOUBLE, 0, tag, pair, MPI_STATUS_IGNORE);
        for (int i = 0; i < STEPS; i++)
            MPI_Recv(first, 3, MPI_DOUBLE, 0, 6, pair, MPI_STATUS_IGNORE);
        for (int i = 0; i < N; i++)
            MPI_Recv(&second[i], 1, MPI_DOUBLE, 0, 7, pair, MPI_STATUS_IGNORE);
        free(unnamed[0]);
    }
    move(first, second, 8, pair);
    move(second, grid[0], 9, pair);
    if (rank == 1) {
        send(first, 10, pair);
        double *lost = malloc(N * sizeof *lost);
        lost[0] = 1;
        send(lost + 1, 11, pair);
        free(lost);
    } else {
        MPI_Recv(grid, 3, MPI_DOUBLE, 1, 10, pair, MPI_STATUS_IGNORE);
        MPI_Recv(grid, 3, MPI_DOUBLE, 1, 11, pair, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&pair);
    MPI_Finalize();
    return 0;
}
