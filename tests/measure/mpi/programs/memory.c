/* Memory of other ranks: all kinds of windows, all ways to reach into them, bytes by hand. */
#include "hand.h"

enum { INT = (int)sizeof(int) };

#define WORLD MPI_COMM_WORLD

static int base[16];

static void fences(void)
{
    MPI_Win win;
    int out = rank, in = -1, one = 1;
    CALL(0, MPI_Win_create(base, sizeof base, INT, MPI_INFO_NULL, WORLD, &win));
    base[3] = rank;
    CALL(0, MPI_Win_fence(0, win));
    CALL(INT, MPI_Put(&out, 1, MPI_INT, right, 0, 1, MPI_INT, win));
    CALL(3 * INT, MPI_Accumulate(base + 8, 3, MPI_INT, right, 8, 3, MPI_INT, MPI_SUM, win));
    CALL(INT, MPI_Get(&in, 1, MPI_INT, right, 3, 1, MPI_INT, win));
    CALL(0, MPI_Put(&out, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win));
    CALL(0, MPI_Win_fence(0, win));
    CHECK(base[0] == left && in == right);
    MPI_Group world, near;
    int both[2] = {left, right};
    CALL(0, MPI_Comm_group(WORLD, &world));
    CALL(0, MPI_Group_incl(world, left == right ? 1 : 2, both, &near));
    CALL(0, MPI_Win_post(near, 0, win));
    CALL(0, MPI_Win_start(near, 0, win));
    CALL(INT, MPI_Put(&one, 1, MPI_INT, right, 1, 1, MPI_INT, win));
    CALL(0, MPI_Win_complete(win));
    CALL(0, MPI_Win_wait(win));
    CHECK(base[1] == 1);
    CALL(0, MPI_Group_free(&near));
    CALL(0, MPI_Group_free(&world));
    CALL(0, MPI_Win_free(&win));
}

static void locks(void)
{
    MPI_Win win;
    MPI_Request request;
    int *memory, got = -1, value = 5, two[2] = {1, 2}, old[2];
    CALL(0, MPI_Win_allocate(4 * sizeof(int), INT, MPI_INFO_NULL, WORLD, &memory, &win));
    CALL(0, MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win));
    memset(memory, 0, 4 * sizeof(int));
    CALL(0, MPI_Win_unlock(rank, win));
    CALL(0, MPI_Barrier(WORLD));
    CALL(0, MPI_Win_lock_all(0, win));
    CALL(2 * INT, MPI_Fetch_and_op(&value, &got, MPI_INT, 0, 0, MPI_SUM, win));
    CALL(0, MPI_Win_flush(0, win));
    CALL(INT, MPI_Fetch_and_op(NULL, &got, MPI_INT, 0, 0, MPI_NO_OP, win));
    CALL(0, MPI_Win_flush_local(0, win));
    CHECK(got % 5 == 0 && got >= 5);
    CALL(3 * INT, MPI_Compare_and_swap(&rank, &value, &got, MPI_INT, right, 3, win));
    CALL(0, MPI_Win_flush_all(win));
    CALL(4 * INT, MPI_Get_accumulate(two, 2, MPI_INT, old, 2, MPI_INT, right, 1, 2, MPI_INT,
                                     MPI_REPLACE, win));
    CALL(0, MPI_Win_flush_local_all(win));
    CALL(2 * INT, MPI_Get_accumulate(NULL, 0, MPI_INT, old, 2, MPI_INT, right, 1, 2, MPI_INT,
                                     MPI_NO_OP, win));
    CALL(0, MPI_Win_flush(right, win));
    CHECK(old[0] == 1 && old[1] == 2);
    CALL(2 * INT, MPI_Rput(two, 2, MPI_INT, right, 1, 2, MPI_INT, win, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    CALL(INT, MPI_Rget(&got, 1, MPI_INT, right, 1, 1, MPI_INT, win, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    CHECK(got == 1);
    CALL(INT, MPI_Raccumulate(two, 1, MPI_INT, right, 3, 1, MPI_INT, MPI_MAX, win, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    CALL(2 * INT, MPI_Rget_accumulate(two, 1, MPI_INT, old, 1, MPI_INT, right, 3, 1, MPI_INT,
                                      MPI_MAX, win, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    CALL(0, MPI_Win_sync(win));
    CALL(0, MPI_Win_unlock_all(win));
    CALL(0, MPI_Barrier(WORLD));
    CHECK(rank || memory[0] == 5 * size);
    CALL(0, MPI_Win_free(&win));
}

static void others(void)
{
    MPI_Win win;
    int *memory, *theirs, unit, value[4] = {7, 7, 7, 7};
    MPI_Aint bytes, place, where[8];
    CALL(0, MPI_Win_allocate_shared(sizeof(int), INT, MPI_INFO_NULL, WORLD, &memory, &win));
    *memory = rank;
    CALL(0, MPI_Win_fence(0, win));
    CALL(0, MPI_Win_shared_query(win, right, &bytes, &unit, &theirs));
    CHECK(*theirs == right);
    CALL(0, MPI_Win_fence(0, win));
    CALL(0, MPI_Win_free(&win));
    CALL(0, MPI_Win_create_dynamic(MPI_INFO_NULL, WORLD, &win));
    CALL(0, MPI_Win_attach(win, base, sizeof base));
    CALL(0, MPI_Get_address(base, &place));
    CALL((int)sizeof place * (1 + size),
         MPI_Allgather(&place, 1, MPI_AINT, where, 1, MPI_AINT, WORLD));
    CALL(0, MPI_Win_fence(0, win));
    CALL(4 * INT, MPI_Put(value, 4, MPI_INT, right, where[right], 4, MPI_INT, win));
    CALL(0, MPI_Win_fence(0, win));
    CHECK(base[3] == 7);
    CALL(0, MPI_Win_detach(win, base));
    CALL(0, MPI_Win_free(&win));
}

int main(int argc, char **argv)
{
    hand_begin(&argc, &argv);
    fences();
    locks();
    others();
    return hand_end();
}
