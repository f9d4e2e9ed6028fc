/* Ranks that can never go on, and others that only work in a call of MPI; which ones is the
 * argument. */
#define _GNU_SOURCE
#include "poll_rarely.h"

#include <mpi.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int rank, other, is_slow;
static char data[1000];

static void work_long(void)
{
    for (unsigned left = 30; left;)
        left = sleep(left);
}

/* These stand for a slow disk. */
ssize_t pwrite(int file, const void *bytes, size_t size, off_t at)
{
    if (is_slow)
        work_long();
    return syscall(SYS_pwrite64, file, bytes, size, at);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t at)
{
    if (is_slow)
        work_long();
    return syscall(SYS_pwritev, file, parts, count, at, 0);
}

static void add(void *in, void *out, int *count, MPI_Datatype *type)
{
    (void)in;
    (void)out;
    (void)count;
    (void)type;
    work_long();
}

static void handle(MPI_Comm *comm, int *error, ...)
{
    (void)comm;
    (void)error;
    work_long();
}

static void write_slowly(void)
{
    MPI_File file;
    if (rank)
        return;
    MPI_File_open(MPI_COMM_SELF, "written", MPI_MODE_WRONLY | MPI_MODE_CREATE, MPI_INFO_NULL,
                  &file);
    is_slow = 1;
    MPI_File_write(file, data, sizeof data, MPI_CHAR, MPI_STATUS_IGNORE);
    MPI_File_close(&file);
}

static void reduce_slowly(void)
{
    MPI_Op sum;
    int one = 1, all;
    MPI_Op_create(add, 1, &sum);
    MPI_Reduce(&one, &all, 1, MPI_INT, sum, 0, MPI_COMM_WORLD);
}

static void fail_slowly(void)
{
    MPI_Errhandler handler;
    MPI_Comm_create_errhandler(handle, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (!rank)
        MPI_Send(data, -1, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
}

/* Rank 1 receives what rank 0 will send when its handler returns. */
static void fail_before(void)
{
    fail_slowly();
    if (rank)
        MPI_Recv(data, 1, MPI_CHAR, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(data, 1, MPI_CHAR, 1, 7, MPI_COMM_WORLD);
}

/* Each receives another tag than the other sends. */
static void tags(void)
{
    char got[sizeof data];
    MPI_Sendrecv(data, 10, MPI_CHAR, other, rank, got, 10, MPI_CHAR, other, rank, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
}

static void communicators(void)
{
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    if (rank)
        MPI_Recv(data, 10, MPI_CHAR, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Ssend(data, 10, MPI_CHAR, other, 1, copy);
}

static void barriers(void)
{
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Barrier(rank ? MPI_COMM_WORLD : copy);
    MPI_Barrier(rank ? copy : MPI_COMM_WORLD);
}

static void operations(void)
{
    int one = 1, all;
    if (rank)
        MPI_Allreduce(&one, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } ways[] = {{"file", write_slowly}, {"operation", reduce_slowly}, {"handler", fail_slowly},
                {"tags", tags},         {"send", communicators},      {"barriers", barriers},
                {"mixed", operations},  {"before", fail_before}};
    MPI_Init(&argc, &argv);
    poll_rarely();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    other = 1 - rank;
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        if (!strcmp(argv[1], ways[i].name))
            ways[i].run();
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
