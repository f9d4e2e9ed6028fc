/* Files: all ways to read and write them, bytes by hand. */
#include "hand.h"

enum { INTS = 10, BYTES = INTS * (int)sizeof(int) };

#define WORLD MPI_COMM_WORLD

static int out[INTS], in[INTS];
static MPI_File file;
static MPI_Status status;

static void same(int by)
{
    for (int i = 0; i < INTS; i++)
        CHECK(in[i] == by * 100 + i);
    memset(in, 0, sizeof in);
}

static void alone(void)
{
    MPI_Request request;
    MPI_Offset at = (MPI_Offset)rank * BYTES;
    CALL(BYTES, MPI_File_write_at(file, at, out, INTS, MPI_INT, MPI_STATUS_IGNORE));
    CALL(BYTES, MPI_File_read_at(file, at, in, INTS, MPI_INT, &status));
    same(rank);
    CALL(0, MPI_File_seek(file, at, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_write(file, out, INTS, MPI_INT, &status));
    CALL(0, MPI_File_seek(file, at, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_read(file, in, INTS, MPI_INT, MPI_STATUS_IGNORE));
    same(rank);
    CALL(BYTES, MPI_File_iwrite_at(file, at, out, INTS, MPI_INT, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    CALL(BYTES, MPI_File_iread_at(file, at, in, INTS, MPI_INT, &request));
    CALL(0, MPI_Wait(&request, &status));
    same(rank);
    CALL(0, MPI_File_seek(file, at, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_iwrite(file, out, INTS, MPI_INT, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    CALL(0, MPI_File_seek(file, at, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_iread(file, in, INTS, MPI_INT, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    same(rank);
    CALL(0, MPI_File_read_at(file, 1000000, in, INTS, MPI_INT, &status)); /* behind its end */
}

static void all(void)
{
    MPI_Request request;
    MPI_Offset at = (MPI_Offset)rank * BYTES;
    CALL(BYTES, MPI_File_write_at_all(file, at, out, INTS, MPI_INT, MPI_STATUS_IGNORE));
    CALL(BYTES, MPI_File_read_at_all(file, at, in, INTS, MPI_INT, MPI_STATUS_IGNORE));
    same(rank);
    CALL(0, MPI_File_write_at_all_begin(file, at, out, INTS, MPI_INT));
    CALL(BYTES, MPI_File_write_at_all_end(file, out, MPI_STATUS_IGNORE));
    CALL(0, MPI_File_read_at_all_begin(file, at, in, INTS, MPI_INT));
    CALL(BYTES, MPI_File_read_at_all_end(file, in, &status));
    same(rank);
    CALL(0, MPI_File_set_view(file, at, MPI_INT, MPI_INT, "native", MPI_INFO_NULL));
    CALL(BYTES, MPI_File_write_all(file, out, INTS, MPI_INT, MPI_STATUS_IGNORE));
    CALL(0, MPI_File_seek(file, 0, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_read_all(file, in, INTS, MPI_INT, MPI_STATUS_IGNORE));
    same(rank);
    CALL(BYTES, MPI_File_iread_at_all(file, 0, in, INTS, MPI_INT, &request));
    CALL(0, MPI_Wait(&request, MPI_STATUS_IGNORE));
    same(rank);
    CALL(0, MPI_File_set_view(file, 0, MPI_BYTE, MPI_BYTE, "native", MPI_INFO_NULL));
}

static void shared(void)
{
    CALL(0, MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_write_ordered(file, out, INTS, MPI_INT, MPI_STATUS_IGNORE));
    CALL(0, MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_read_ordered(file, in, INTS, MPI_INT, MPI_STATUS_IGNORE));
    same(rank);
    CALL(0, MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_write_shared(file, out, INTS, MPI_INT, MPI_STATUS_IGNORE));
    CALL(0, MPI_Barrier(WORLD));
    CALL(0, MPI_File_seek_shared(file, 0, MPI_SEEK_SET));
    CALL(BYTES, MPI_File_read_shared(file, in, INTS, MPI_INT, MPI_STATUS_IGNORE));
}

int main(int argc, char **argv)
{
    MPI_Offset length;
    hand_begin(&argc, &argv);
    for (int i = 0; i < INTS; i++)
        out[i] = rank * 100 + i;
    CALL(0,
         MPI_File_open(WORLD, "files.data", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file));
    CALL(0, MPI_File_set_size(file, 0));
    CALL(0, MPI_Barrier(WORLD));
    alone();
    CALL(0, MPI_File_sync(file));
    CALL(0, MPI_Barrier(WORLD));
    all();
    shared();
    CALL(0, MPI_Barrier(WORLD));
    CALL(0, MPI_File_get_size(file, &length));
    CHECK(length == (MPI_Offset)BYTES * size);
    CALL(0, MPI_File_close(&file));
    if (rank == 0)
        CALL(0, MPI_File_delete("files.data", MPI_INFO_NULL));
    return hand_end();
}
