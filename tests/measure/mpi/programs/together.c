/* Every collective operation, blocking and not, counted by hand: what a rank puts in and gets out.
 */
#include "hand.h"

enum { INTS = 3, EACH = INTS * (int)sizeof(int), MOST = 8 };

#define WORLD MPI_COMM_WORLD
#define INT (int)sizeof(int)

static int one[INTS], all[MOST * MOST], more[MOST * MOST];
static int counts[MOST], places[MOST], bytes_at[MOST];
static MPI_Datatype types[MOST];
static MPI_Request request;

/* A call and, with a request, its nonblocking form. */
#define BOTH(bytes, name, later, ...)                                                              \
    do {                                                                                           \
        CALL(bytes, MPI_##name(__VA_ARGS__));                                                      \
        CALL(bytes, MPI_I##later(__VA_ARGS__, &request));                                          \
        CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));                                            \
    } while (0)

static void fill(void)
{
    memset(all, -1, sizeof all);
    for (int i = 0; i < INTS; i++)
        one[i] = rank * 10 + i;
    for (int i = 0; i < MOST * MOST; i++)
        more[i] = rank * 1000 + i;
}

static void same_for_all(void)
{
    long root = rank == 0;
    CALL(0, MPI_Barrier(WORLD));
    CALL(0, MPI_Ibarrier(WORLD, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    fill();
    BOTH(EACH, Bcast, bcast, one, INTS, MPI_INT, 0, WORLD);
    CHECK(one[2] == 2);
    fill();
    BOTH(EACH + root * EACH, Reduce, reduce, one, all, INTS, MPI_INT, MPI_SUM, 0, WORLD);
    CHECK(rank || all[0] == 10 * size * (size - 1) / 2);
    BOTH(2 * EACH, Allreduce, allreduce, one, all, INTS, MPI_INT, MPI_MAX, WORLD);
    CHECK(all[1] == (size - 1) * 10 + 1);
    BOTH(2 * EACH, Scan, scan, one, all, INTS, MPI_INT, MPI_SUM, WORLD);
    CHECK(all[0] == 10 * rank * (rank + 1) / 2);
    BOTH(EACH + (rank ? EACH : 0), Exscan, exscan, one, all, INTS, MPI_INT, MPI_SUM, WORLD);
    CHECK(!rank || all[0] == 10 * rank * (rank - 1) / 2);
    BOTH(INT * size + INT, Reduce_scatter_block, reduce_scatter_block, more, all, 1, MPI_INT,
         MPI_MIN, WORLD);
    CHECK(all[0] == rank);
    BOTH(INT * (size * (size + 1) / 2 + rank + 1), Reduce_scatter, reduce_scatter, more, all,
         counts, MPI_INT, MPI_MIN, WORLD);
    CHECK(all[0] == places[rank]);
}

static void moved(void)
{
    long root = rank == size - 1, sum = INT * size * (size + 1) / 2, own = INT * (rank + 1);
    fill();
    BOTH(EACH + root * size * EACH, Gather, gather, one, INTS, MPI_INT, all, INTS, MPI_INT,
         size - 1, WORLD);
    CHECK(!root || all[INTS + 1] == 11);
    BOTH(own + root * sum, Gatherv, gatherv, more, rank + 1, MPI_INT, all, counts, places, MPI_INT,
         size - 1, WORLD);
    CHECK(!root || all[places[1] + 1] == 1001);
    BOTH(EACH + root * size * EACH, Scatter, scatter, more, INTS, MPI_INT, all, INTS, MPI_INT,
         size - 1, WORLD);
    CHECK(all[0] == (size - 1) * 1000 + rank * INTS);
    BOTH(own + root * sum, Scatterv, scatterv, more, counts, places, MPI_INT, all, rank + 1,
         MPI_INT, size - 1, WORLD);
    CHECK(all[0] == (size - 1) * 1000 + places[rank]);
    BOTH(EACH + size * EACH, Allgather, allgather, one, INTS, MPI_INT, all, INTS, MPI_INT, WORLD);
    CHECK(all[INTS + 1] == 11);
    BOTH(own + sum, Allgatherv, allgatherv, more, rank + 1, MPI_INT, all, counts, places, MPI_INT,
         WORLD);
    CHECK(all[places[1] + 1] == 1001);
    BOTH(2 * size * INT, Alltoall, alltoall, more, 1, MPI_INT, all, 1, MPI_INT, WORLD);
    CHECK(all[1] == 1000 + rank);
    int equal[MOST], spread[MOST], spread_bytes[MOST];
    for (int i = 0; i < size; i++) {
        equal[i] = rank + 1;
        spread[i] = i * (rank + 1);
        spread_bytes[i] = spread[i] * INT;
    }
    BOTH(sum + size * own, Alltoallv, alltoallv, more, counts, places, MPI_INT, all, equal, spread,
         MPI_INT, WORLD);
    CHECK(all[rank + 1] == 1000 + places[rank]);
    BOTH(sum + size * own, Alltoallw, alltoallw, more, counts, bytes_at, types, all, equal,
         spread_bytes, types, WORLD);
    CHECK(all[rank + 1] == 1000 + places[rank]);
}

static void in_place(void)
{
    long root = rank == 0;
    void *same = root ? MPI_IN_PLACE : one;
    fill();
    memcpy(all, one, sizeof one);
    BOTH(2 * EACH, Allreduce, allreduce, MPI_IN_PLACE, all, INTS, MPI_INT, MPI_MAX, WORLD);
    CHECK(all[0] == (size - 1) * 10);
    CALL(EACH + root * EACH, MPI_Reduce(same, root ? one : NULL, INTS, MPI_INT, MPI_MAX, 0, WORLD));
    CHECK(!root || one[0] == (size - 1) * 10);
    fill();
    CALL(EACH + root * size * EACH, MPI_Gather(same, INTS, MPI_INT, all, INTS, MPI_INT, 0, WORLD));
    CHECK(!root || all[INTS + 1] == 11);
    CALL(EACH + root * size * EACH,
         MPI_Scatter(all, INTS, MPI_INT, root ? MPI_IN_PLACE : one, INTS, MPI_INT, 0, WORLD));
    CHECK(root || one[0] == rank * 10);
    CALL(EACH + size * EACH,
         MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, INTS, MPI_INT, WORLD));
    CALL(2 * size * INT, MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, more, 1, MPI_INT, WORLD));
    CHECK(more[1] == 1000 + rank);
    CALL(INT * (rank + 1) + (root ? INT * size * (size + 1) / 2 : 0),
         MPI_Gatherv(same, rank + 1, MPI_INT, more, counts, places, MPI_INT, 0, WORLD));
}

/* Each of `near` neighbours gets the same, or a part of its own. */
static void neighbours(MPI_Comm comm, int near)
{
    int equal[2] = {1, 1}, at[2] = {0, 1};
    MPI_Aint where[2] = {0, INT};
    MPI_Datatype of[2] = {MPI_INT, MPI_INT};
    fill();
    BOTH(EACH + near * EACH, Neighbor_allgather, neighbor_allgather, one, INTS, MPI_INT, all, INTS,
         MPI_INT, comm);
    BOTH(INT + near * INT, Neighbor_allgatherv, neighbor_allgatherv, one, 1, MPI_INT, all, equal,
         at, MPI_INT, comm);
    CHECK(all[0] == left * 10);
    BOTH(2 * near * INT, Neighbor_alltoall, neighbor_alltoall, one, 1, MPI_INT, all, 1, MPI_INT,
         comm);
    BOTH(2 * near * INT, Neighbor_alltoallv, neighbor_alltoallv, one, equal, at, MPI_INT, all,
         equal, at, MPI_INT, comm);
    BOTH(2 * near * INT, Neighbor_alltoallw, neighbor_alltoallw, one, equal, where, of, all, equal,
         where, of, comm);
    CALL(0, MPI_Comm_free(&comm));
}

/* A grid that is no ring: the ranks at its ends have one neighbour each, and give nothing to the
 * other one. */
static void grid_with_ends(void)
{
    MPI_Comm grid;
    int no = 0, given[2] = {1, 2}, taken[2] = {2, 1}, at[2] = {0, 2};
    MPI_Aint where[2] = {0, 2 * INT};
    MPI_Datatype of[2] = {MPI_INT, MPI_INT};
    int near = (rank > 0) + (rank < size - 1);
    fill();
    CALL(0, MPI_Cart_create(WORLD, 1, &size, &no, 0, &grid));
    BOTH((near ? EACH : 0) + near * EACH, Neighbor_allgather, neighbor_allgather, one, INTS,
         MPI_INT, all, INTS, MPI_INT, grid);
    CHECK(!rank || all[0] == left * 10);
    BOTH((near ? INT : 0) + near * INT, Neighbor_allgatherv, neighbor_allgatherv, one, 1, MPI_INT,
         all, (int[]){1, 1}, at, MPI_INT, grid);
    BOTH(2 * near * INT, Neighbor_alltoall, neighbor_alltoall, one, 1, MPI_INT, all, 1, MPI_INT,
         grid);
    BOTH(3 * near * INT, Neighbor_alltoallv, neighbor_alltoallv, more, given, at, MPI_INT, all,
         taken, at, MPI_INT, grid);
    BOTH(3 * near * INT, Neighbor_alltoallw, neighbor_alltoallw, more, given, where, of, all, taken,
         where, of, grid);
    CHECK(!rank || all[0] == left * 1000 + 2);
    CALL(0, MPI_Comm_free(&grid));
}

static void topologies(void)
{
    MPI_Comm comm;
    int yes = 1, index[MOST], edges[2 * MOST];
    CALL(0, MPI_Cart_create(WORLD, 1, &size, &yes, 0, &comm));
    neighbours(comm, 2);
    for (int i = 0; i < size; i++) {
        index[i] = 2 * (i + 1);
        edges[2 * i] = (i + size - 1) % size;
        edges[2 * i + 1] = (i + 1) % size;
    }
    CALL(0, MPI_Graph_create(WORLD, size, index, edges, 0, &comm));
    neighbours(comm, 2);
    CALL(0, MPI_Dist_graph_create_adjacent(WORLD, 1, &left, MPI_UNWEIGHTED, 1, &right,
                                           MPI_UNWEIGHTED, MPI_INFO_NULL, 0, &comm));
    neighbours(comm, 1);
    CALL(0, MPI_Dist_graph_create(WORLD, 1, &rank, &yes, &right, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                  &comm));
    neighbours(comm, 1);
}

/* Rank 0 on one side, all others on the other. */
static void between(void)
{
    MPI_Comm side, inter;
    int others = rank ? 1 : size - 1, root = rank ? 0 : MPI_ROOT, got = -1;
    CALL(0, MPI_Comm_split(WORLD, rank > 0, rank, &side));
    CALL(0, MPI_Intercomm_create(side, 0, WORLD, rank ? 0 : 1, 9, &inter));
    fill();
    CALL(0, MPI_Barrier(inter));
    CALL(EACH, MPI_Bcast(one, INTS, MPI_INT, root, inter));
    CHECK(one[2] == 2);
    CALL(rank ? INT : INT * others, MPI_Gather(&rank, 1, MPI_INT, all, 1, MPI_INT, root, inter));
    CHECK(rank || all[others - 1] == size - 1);
    CALL(rank ? INT : INT * others, MPI_Scatter(more, 1, MPI_INT, &got, 1, MPI_INT, root, inter));
    CHECK(!rank || got == rank - 1);
    CALL(INT, MPI_Reduce(&rank, &got, 1, MPI_INT, MPI_SUM, root, inter));
    CALL(2 * INT, MPI_Allreduce(&rank, &got, 1, MPI_INT, MPI_SUM, inter));
    CHECK(got == (rank ? 0 : size * (size - 1) / 2));
    CALL(INT + INT * others, MPI_Allgather(&rank, 1, MPI_INT, all, 1, MPI_INT, inter));
    CALL(2 * INT * others, MPI_Alltoall(more, 1, MPI_INT, all, 1, MPI_INT, inter));
    CHECK(!rank || all[0] == rank - 1);
    root = rank == 1 ? MPI_ROOT : rank ? MPI_PROC_NULL : 0; /* ranks above 1 only stand by */
    CALL(rank < 2 ? EACH : 0, MPI_Bcast(one, INTS, MPI_INT, root, inter));
    if (!rank) {
        for (int i = 0; i < others; i++)
            CALL(INT, MPI_Send(&i, 1, MPI_INT, i, 3, inter));
    } else {
        CALL(INT, MPI_Recv(&got, 1, MPI_INT, 0, 3, inter, MPI_STATUS_IGNORE));
        CHECK(got == rank - 1);
    }
    CALL(0, MPI_Comm_free(&inter));
    CALL(0, MPI_Comm_free(&side));
}

#if MPI_VERSION >= 4
static void persistent(void)
{
    MPI_Request requests[3];
    long root = rank == 0;
    fill();
    CALL(0,
         MPI_Allreduce_init(one, all, INTS, MPI_INT, MPI_MAX, WORLD, MPI_INFO_NULL, &requests[0]));
    CALL(0, MPI_Gather_init(one, INTS, MPI_INT, more, INTS, MPI_INT, 0, WORLD, MPI_INFO_NULL,
                            &requests[1]));
    CALL(0, MPI_Barrier_init(WORLD, MPI_INFO_NULL, &requests[2]));
    for (int i = 0; i < 3; i++) {
        CALL(2 * EACH, MPI_Start(&requests[0]));
        CALL(0, MPI_Wait(&requests[0], MPI_STATUS_IGNORE));
        CHECK(all[0] == (size - 1) * 10);
        CALL(EACH + root * size * EACH, MPI_Startall(2, requests + 1));
        CALL(0, MPI_Waitall(2, requests + 1, MPI_STATUSES_IGNORE));
        CHECK(rank || more[INTS] == 10);
    }
    for (int i = 0; i < 3; i++)
        CALL(0, MPI_Request_free(&requests[i]));
}
#endif

int main(int argc, char **argv)
{
    hand_begin(&argc, &argv);
    for (int i = 0; i < size; i++) {
        counts[i] = i + 1;
        places[i] = i * (i + 1) / 2;
        bytes_at[i] = places[i] * INT;
        types[i] = MPI_INT;
    }
    same_for_all();
    moved();
    in_place();
    topologies();
    grid_with_ends();
    between();
#if MPI_VERSION >= 4
    persistent();
#endif
    return hand_end();
}
