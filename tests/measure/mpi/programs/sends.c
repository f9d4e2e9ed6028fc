/* Messages of all kinds between neighbours in a ring, counted by hand. */
#include "hand.h"

enum { INTS = 5, BYTES = INTS * (int)sizeof(int) };

#define WORLD MPI_COMM_WORLD

static int out[INTS], in[64];

static void got(const int *values, int from)
{
    for (int i = 0; i < INTS; i++)
        CHECK(values[i] == from * 100 + i);
    memset(in, 0, sizeof in);
}

static void blocking(void)
{
    static char room[8192];
    void *detached;
    int bytes;
    MPI_Request request;
    CALL(0, MPI_Buffer_attach(room, sizeof room));
    CALL(BYTES, MPI_Bsend(out, INTS, MPI_INT, right, 1, WORLD));
    CALL(BYTES, MPI_Recv(in, 64, MPI_INT, left, 1, WORLD, MPI_STATUS_IGNORE));
    got(in, left);
    CALL(0, MPI_Irecv(in, 64, MPI_INT, left, 2, WORLD, &request));
    CALL(BYTES, MPI_Ssend(out, INTS, MPI_INT, right, 2, WORLD));
    CALL(BYTES, MPI_Wait(&request, MPI_STATUS_IGNORE));
    got(in, left);
    CALL(0, MPI_Irecv(in, 64, MPI_INT, MPI_ANY_SOURCE, 3, WORLD, &request));
    CALL(0, MPI_Barrier(WORLD));
    CALL(BYTES, MPI_Rsend(out, INTS, MPI_INT, right, 3, WORLD));
    CALL(BYTES, MPI_Wait(&request, MPI_STATUS_IGNORE));
    got(in, left);
    CALL(2 * BYTES, MPI_Sendrecv(out, INTS, MPI_INT, right, 4, in, 64, MPI_INT, left, MPI_ANY_TAG,
                                 WORLD, MPI_STATUS_IGNORE));
    got(in, left);
    memcpy(in, out, sizeof out);
    CALL(2 * BYTES,
         MPI_Sendrecv_replace(in, INTS, MPI_INT, right, 5, left, 5, WORLD, MPI_STATUS_IGNORE));
    got(in, left);
    CALL(0, MPI_Send(out, INTS, MPI_INT, MPI_PROC_NULL, 1, WORLD));
    CALL(0, MPI_Recv(in, INTS, MPI_INT, MPI_PROC_NULL, 1, WORLD, MPI_STATUS_IGNORE));
    CALL(BYTES, MPI_Sendrecv(out, INTS, MPI_INT, rank ? MPI_PROC_NULL : 1, 6, in, 64, MPI_INT,
                             rank == 1 ? 0 : MPI_PROC_NULL, 6, WORLD, MPI_STATUS_IGNORE));
    MORE(rank > 1 ? -BYTES : 0);
    CALL(0, MPI_Buffer_detach(&detached, &bytes));
    CHECK(detached == room && bytes == sizeof room);
}

/* Each kind of nonblocking send, ended by each kind of wait. */
static void nonblocking(void)
{
    MPI_Request sends[4], receives[4];
    MPI_Status statuses[4];
    int many[4][INTS], flag, index, count, indices[4];
    for (int round = 0; round < 7; round++) {
        for (int i = 0; i < 4; i++)
            CALL(0, MPI_Irecv(many[i], INTS, MPI_INT, left, i, WORLD, &receives[i]));
        CALL(0, MPI_Barrier(WORLD));
        CALL(BYTES, MPI_Isend(out, INTS, MPI_INT, right, 0, WORLD, &sends[0]));
        CALL(BYTES, MPI_Ibsend(out, INTS, MPI_INT, right, 1, WORLD, &sends[1]));
        CALL(BYTES, MPI_Issend(out, INTS, MPI_INT, right, 2, WORLD, &sends[2]));
        CALL(BYTES, MPI_Irsend(out, INTS, MPI_INT, right, 3, WORLD, &sends[3]));
        if (round == 0) {
            CALL(4 * BYTES, MPI_Waitall(4, receives, MPI_STATUSES_IGNORE));
        } else if (round == 1) {
            for (int i = 0; i < 4; i++)
                CALL(BYTES, MPI_Waitany(4, receives, &index, &statuses[0]));
            CALL(0, MPI_Waitany(4, receives, &index, MPI_STATUS_IGNORE));
            CHECK(index == MPI_UNDEFINED);
        } else if (round == 2) {
            for (int done = 0; done < 4; done += count) {
                CALL(0, MPI_Waitsome(4, receives, &count, indices, statuses));
                MORE(count * BYTES);
            }
        } else if (round == 3) {
            for (int i = 0; i < 4; i++)
                POLL(flag, BYTES, MPI_Test(&receives[i], &flag, MPI_STATUS_IGNORE));
        } else if (round == 4) {
            POLL(flag, 4 * BYTES, MPI_Testall(4, receives, &flag, MPI_STATUSES_IGNORE));
        } else if (round == 5) {
            for (int i = 0; i < 4; i++)
                POLL(flag, BYTES, MPI_Testany(4, receives, &index, &flag, MPI_STATUS_IGNORE));
        } else {
            for (int done = 0; done < 4; done += count) {
                CALL(0, MPI_Testsome(4, receives, &count, indices, MPI_STATUSES_IGNORE));
                MORE(count * BYTES);
            }
        }
        for (int i = 0; i < 4; i++)
            got(many[i], left);
        CALL(0, MPI_Waitall(4, sends, statuses));
    }
}

static void persistent(void)
{
    MPI_Request requests[6];
    int many[2][INTS], flag;
    MPI_Status status;
    CALL(0, MPI_Recv_init(many[0], INTS, MPI_INT, left, 1, WORLD, &requests[0]));
    CALL(0, MPI_Recv_init(many[1], INTS, MPI_INT, MPI_ANY_SOURCE, 2, WORLD, &requests[1]));
    CALL(0, MPI_Send_init(out, INTS, MPI_INT, right, 1, WORLD, &requests[2]));
    CALL(0, MPI_Ssend_init(out, INTS, MPI_INT, right, 2, WORLD, &requests[3]));
    CALL(0, MPI_Bsend_init(out, INTS, MPI_INT, MPI_PROC_NULL, 3, WORLD, &requests[4]));
    CALL(0, MPI_Rsend_init(out, INTS, MPI_INT, MPI_PROC_NULL, 3, WORLD, &requests[5]));
    for (int i = 0; i < 3; i++) {
        CALL(2 * BYTES, MPI_Startall(6, requests));
        CALL(2 * BYTES, MPI_Waitall(6, requests, MPI_STATUSES_IGNORE));
        got(many[0], left);
        got(many[1], left);
        CALL(0, MPI_Start(&requests[0]));
        CALL(BYTES, MPI_Start(&requests[2]));
        CALL(BYTES, MPI_Wait(&requests[0], &status));
        CALL(0, MPI_Wait(&requests[2], MPI_STATUS_IGNORE));
        got(many[0], left);
        CALL(0, MPI_Wait(&requests[0], MPI_STATUS_IGNORE)); /* inactive: at once, and nothing */
        CALL(0, MPI_Test(&requests[1], &flag, &status));
        CHECK(flag);
    }
    for (int i = 0; i < 6; i++)
        CALL(0, MPI_Request_free(&requests[i]));
}

static void probes(void)
{
    MPI_Message message;
    MPI_Request send, request;
    MPI_Status status;
    int flag, count;
    for (int i = 0; i < 4; i++) {
        CALL(BYTES, MPI_Isend(out, INTS, MPI_INT, right, 7, WORLD, &send));
        if (i == 0) {
            CALL(0, MPI_Probe(left, 7, WORLD, &status));
            CALL(0, MPI_Get_count(&status, MPI_INT, &count));
            CHECK(count == INTS && status.MPI_SOURCE == left);
            CALL(BYTES, MPI_Recv(in, INTS, MPI_INT, left, 7, WORLD, MPI_STATUS_IGNORE));
        } else if (i == 1) {
            POLL(flag, 0, MPI_Iprobe(MPI_ANY_SOURCE, 7, WORLD, &flag, MPI_STATUS_IGNORE));
            CALL(BYTES, MPI_Recv(in, INTS, MPI_INT, left, 7, WORLD, &status));
        } else if (i == 2) {
            CALL(0, MPI_Mprobe(left, MPI_ANY_TAG, WORLD, &message, &status));
            CALL(BYTES, MPI_Mrecv(in, INTS, MPI_INT, &message, MPI_STATUS_IGNORE));
        } else {
            POLL(flag, 0, MPI_Improbe(left, 7, WORLD, &flag, &message, MPI_STATUS_IGNORE));
            CALL(0, MPI_Imrecv(in, INTS, MPI_INT, &message, &request));
            CALL(BYTES, MPI_Wait(&request, MPI_STATUS_IGNORE));
        }
        got(in, left);
        CALL(0, MPI_Wait(&send, MPI_STATUS_IGNORE));
    }
    CALL(0, MPI_Mprobe(MPI_PROC_NULL, 1, WORLD, &message, MPI_STATUS_IGNORE));
    CALL(0, MPI_Mrecv(in, INTS, MPI_INT, &message, MPI_STATUS_IGNORE));
}

static void odd(void)
{
    MPI_Request request;
    MPI_Status status;
    int flag;
    CALL(0, MPI_Irecv(in, INTS, MPI_INT, left, 99, WORLD, &request));
    CALL(0, MPI_Cancel(&request));
    CALL(0, MPI_Wait(&request, &status));
    CALL(0, MPI_Test_cancelled(&status, &flag));
    CHECK(flag);
    CALL(BYTES, MPI_Isend(out, INTS, MPI_INT, right, 8, WORLD, &request));
    CALL(0, MPI_Request_free(&request));
    CALL(0, MPI_Irecv(in, INTS, MPI_INT, left, 8, WORLD, &request));
    POLL(flag, 0, MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE));
    CALL(BYTES, MPI_Wait(&request, MPI_STATUS_IGNORE));
    got(in, left);
    CALL(0, MPI_Wait(&request, &status)); /* MPI_REQUEST_NULL */
    CALL(0, MPI_Waitall(1, &request, MPI_STATUSES_IGNORE));
    CALL(0, MPI_Waitall(0, NULL, MPI_STATUSES_IGNORE));
}

/* Bytes are those of the type, not of the memory it spans. */
static void types(void)
{
    MPI_Datatype vector, structure, resized, part, vectors;
    int lengths[2] = {2, 1}, sizes[2] = {4, 4}, parts[2] = {2, 2}, starts[2] = {1, 1};
    MPI_Aint where[2] = {0, 16};
    MPI_Datatype of[2] = {MPI_INT, MPI_DOUBLE};
    CALL(0, MPI_Type_vector(3, 1, 4, MPI_INT, &vector));
    CALL(0, MPI_Type_create_struct(2, lengths, where, of, &structure));
    CALL(0, MPI_Type_create_resized(vector, 0, 4, &resized));
    CALL(0, MPI_Type_create_subarray(2, sizes, parts, starts, MPI_ORDER_C, MPI_INT, &part));
    CALL(0, MPI_Type_contiguous(20000, MPI_INT, &vectors));
    MPI_Datatype types[] = {vector, structure, resized, part, vectors};
    static const int bytes[] = {12, 16, 12, 16, 80000};
    static int from[20000], to[20000];
    for (int i = 0; i < 20000; i++)
        from[i] = rank + i;
    for (int i = 0; i < 5; i++) {
        int two = i < 4 ? 2 : 1, count;
        MPI_Status status;
        CALL(0, MPI_Type_commit(&types[i]));
        CALL(2L * two * bytes[i], MPI_Sendrecv(from, two, types[i], right, i, to, two, types[i],
                                               left, i, WORLD, &status));
        CALL(0, MPI_Get_count(&status, types[i], &count));
        CHECK(count == two);
        CALL(0, MPI_Type_free(&types[i]));
    }
    CHECK(to[7] == left + 7 && to[0] == left);
    /* the same handle, maybe, of another size */
    CALL(0, MPI_Type_contiguous(3, MPI_DOUBLE, &vector));
    CALL(0, MPI_Type_commit(&vector));
    CALL(48,
         MPI_Sendrecv(from, 1, vector, right, 1, to, 1, vector, left, 1, WORLD, MPI_STATUS_IGNORE));
    CALL(0, MPI_Type_free(&vector));
    int space = 0;
    char packed[64];
    CALL(0, MPI_Pack(from, 3, MPI_INT, packed, sizeof packed, &space, WORLD));
    CALL(2L * space, MPI_Sendrecv(packed, space, MPI_PACKED, right, 2, to, 3, MPI_INT, left, 2,
                                  WORLD, MPI_STATUS_IGNORE));
    MPI_Aint address;
    MPI_Datatype absolute;
    int one = 1;
    CALL(0, MPI_Get_address(from, &address));
    CALL(0, MPI_Type_create_hindexed(1, &one, &address, MPI_INT, &absolute));
    CALL(0, MPI_Type_commit(&absolute));
    CALL(8, MPI_Sendrecv(MPI_BOTTOM, 1, absolute, right, 3, to, 1, MPI_INT, left, 3, WORLD,
                         MPI_STATUS_IGNORE));
    CHECK(to[0] == left);
    CALL(0, MPI_Type_free(&absolute));
}

/* One call site, with types of MPI and of the program in turn, which may have the handle of an
 * earlier one of another size; and with several buffers. */
static void types_in_turn(void)
{
    static double from[16], to[16];
    for (int i = 0; i < 48; i++) {
        MPI_Datatype type = i % 4 ? MPI_DOUBLE : MPI_CHAR;
        int ints = i % 4 < 2 ? 0 : 1 + i % 5, bytes = ints ? 4 * ints : i % 4 ? 8 : 1;
        if (ints) {
            CALL(0, MPI_Type_contiguous(ints, MPI_INT, &type));
            CALL(0, MPI_Type_commit(&type));
        }
        CALL(2L * bytes, MPI_Sendrecv(from + i % 3, 1, type, right, i, to + i % 2, 1, type, left, i,
                                      WORLD, MPI_STATUS_IGNORE));
        if (ints)
            CALL(0, MPI_Type_free(&type));
    }
}

int main(int argc, char **argv)
{
    static char room[65536];
    void *detached;
    int bytes, early = 0, version, subversion;
    CALL(0, MPI_Get_version(&version, &subversion));
    CALL(0, MPI_Initialized(&early));
    CHECK(!early && version >= 3);
    hand_begin(&argc, &argv);
    for (int i = 0; i < INTS; i++)
        out[i] = rank * 100 + i;
    blocking();
    CALL(0, MPI_Buffer_attach(room, sizeof room));
    nonblocking();
    persistent();
    probes();
    odd();
    types();
    types_in_turn();
    CALL(0, MPI_Buffer_detach(&detached, &bytes));
    return hand_end();
}
