/* All ways to make and free communicators and groups; a message of its own size goes through each.
 */
#include "hand.h"

#define WORLD MPI_COMM_WORLD

/* To itself, so that it works in each. */
static void use(MPI_Comm comm, int bytes)
{
    static char out[256], in[256];
    int own, all, kind;
    if (comm == MPI_COMM_NULL)
        return;
    CALL(0, MPI_Comm_rank(comm, &own));
    CALL(0, MPI_Comm_size(comm, &all));
    CALL(0, MPI_Comm_test_inter(comm, &kind));
    CHECK(own >= 0 && own < all && !kind);
    CALL(2 * bytes, MPI_Sendrecv(out, bytes, MPI_CHAR, (own + 1) % all, 1, in, bytes, MPI_CHAR,
                                 (own + all - 1) % all, 1, comm, MPI_STATUS_IGNORE));
    int sum = 0, one = 1;
    CALL(8, MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, comm));
    CHECK(sum == all);
    CALL(0, MPI_Comm_free(&comm));
}

static MPI_Group groups(void)
{
    MPI_Group world, even, rest, both, none;
    int first = 0, members, own, range[1][3] = {{0, size - 1, 2}}, same, there;
    CALL(0, MPI_Comm_group(WORLD, &world));
    CALL(0, MPI_Group_range_incl(world, 1, range, &even));
    CALL(0, MPI_Group_range_excl(world, 1, range, &rest));
    CALL(0, MPI_Group_union(even, rest, &both));
    CALL(0, MPI_Group_compare(both, world, &same));
    CHECK(same == MPI_SIMILAR || same == MPI_IDENT);
    CALL(0, MPI_Group_intersection(even, rest, &none));
    CHECK(none == MPI_GROUP_EMPTY);
    CALL(0, MPI_Group_free(&both));
    CALL(0, MPI_Group_difference(world, even, &both));
    CALL(0, MPI_Group_size(both, &members));
    CALL(0, MPI_Group_rank(world, &own));
    CHECK(own == rank && members == size / 2);
    CALL(0, MPI_Group_translate_ranks(even, 1, &first, world, &there));
    CHECK(there == 0);
    CALL(0, MPI_Group_free(&both));
    CALL(0, MPI_Group_incl(world, 1, &first, &both));
    CALL(0, MPI_Group_free(&both));
    CALL(0, MPI_Group_excl(world, 1, &first, &both));
    CALL(0, MPI_Group_free(&both));
    CALL(0, MPI_Group_free(&rest));
    CALL(0, MPI_Group_free(&world));
    return even;
}

static void made(void)
{
    MPI_Comm comm, other, inter;
    MPI_Request request;
    MPI_Info info;
    MPI_Group even;
    int yes = 1, same;
    CALL(0, MPI_Comm_dup(WORLD, &comm));
    CALL(0, MPI_Comm_compare(comm, WORLD, &same));
    CHECK(same == MPI_CONGRUENT);
    CALL(0, MPI_Comm_idup(comm, &other, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    use(comm, 10);
    use(other, 11);
    CALL(0, MPI_Info_create(&info));
    CALL(0, MPI_Comm_dup_with_info(WORLD, info, &comm));
    CALL(0, MPI_Info_free(&info));
    use(comm, 12);
    CALL(0, MPI_Comm_split(WORLD, rank == 0 ? MPI_UNDEFINED : 7, -rank, &comm));
    CHECK((comm == MPI_COMM_NULL) == (rank == 0));
    use(comm, 13);
    CALL(0, MPI_Comm_split_type(WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm));
    use(comm, 14);
    even = groups();
    CALL(0, MPI_Comm_create(WORLD, even, &comm));
    use(comm, 15);
    if (rank % 2 == 0) {
        CALL(0, MPI_Comm_create_group(WORLD, even, 3, &comm));
        use(comm, 16);
    }
    CALL(0, MPI_Group_free(&even));
    CALL(0, MPI_Cart_create(WORLD, 1, &size, &yes, 1, &comm));
    CALL(0, MPI_Cart_sub(comm, &yes, &other));
    use(comm, 17);
    use(other, 18);
    CALL(0, MPI_Comm_split(WORLD, rank == 0, rank, &comm));
    CALL(0, MPI_Intercomm_create(comm, 0, WORLD, rank == 0, 5, &inter));
    CALL(0, MPI_Comm_dup(inter, &other));
    CALL(0, MPI_Comm_disconnect(&inter));
    CALL(0, MPI_Intercomm_merge(other, rank == 0, &inter));
    CALL(0, MPI_Comm_free(&other));
    use(inter, 19);
    use(comm, 20);
    for (int i = 0; i < 30; i++) { /* handles are used again */
        CALL(0, MPI_Comm_split(WORLD, rank + i < 3, rank, &comm));
        use(comm, 40 + i);
    }
}

static void deep(void)
{
    MPI_Comm at = WORLD, next;
    for (int i = 0; i < 3; i++) { /* copies of copies, waited for together */
        MPI_Request requests[2];
        MPI_Comm both[2];
        CALL(0, MPI_Comm_idup(at, &both[0], &requests[0]));
        CALL(0, MPI_Comm_idup(at, &both[1], &requests[1]));
        CALL(0, MPI_Waitall(2, requests, MPI_STATUSES_IGNORE));
        use(both[0], 100 + i);
        next = both[1];
        if (at != WORLD)
            use(at, 110 + i);
        at = next;
    }
    use(at, 120);
}

int main(int argc, char **argv)
{
    hand_begin(&argc, &argv);
    use(MPI_COMM_NULL, 0);
    made();
    deep();
    return hand_end();
}
