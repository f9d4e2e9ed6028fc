/* staged.c: calls nothing but MPI. The file `stage` says how far to go: until 1, the ranks ask one
 * another about it; then come 50 barriers and broadcasts; until 2, they ask again. */
#include <mpi.h>

#include <stdio.h>
#include <unistd.h>

static int stage_of(int rank)
{
    int own = 0, all = 0;
    if (rank == 0)
        own = access("stage2", F_OK) == 0 ? 2 : access("stage1", F_OK) == 0;
    MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv)
{
    int rank, value = 1;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    while (stage_of(rank) < 1)
        usleep(1000);
    for (int i = 0; i < 50; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }
    stage_of(rank); /* both have ended their last broadcast */
    if (rank == 0)
        fclose(fopen("did", "w"));
    while (stage_of(rank) < 2)
        usleep(1000);
    MPI_Finalize();
    return 0;
}
