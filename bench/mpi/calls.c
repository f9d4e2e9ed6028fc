/* calls.c: small messages to itself, and to and fro between two ranks; native functions, taken out
 * of the library by hand, beside those that the program is linked to, in turn. Prints for each kind
 * of call the ns of one call: native, as called. */
#include "../clocks.h"

#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { CALLS = 1000000, BLOCK = 10000, SITES = 50, CALLERS = 20 };

struct functions {
    __typeof__(&MPI_Send) send;
    __typeof__(&MPI_Recv) recv;
    __typeof__(&MPI_Irecv) irecv;
    __typeof__(&MPI_Wait) wait;
    __typeof__(&MPI_Sendrecv) sendrecv;
    __typeof__(&MPI_Comm_rank) comm_rank;
};

static int rank, size;
static char out[64], in[64];

static void call_rank(const struct functions *mpi)
{
    int got;
    mpi->comm_rank(MPI_COMM_WORLD, &got);
}

static void send_nowhere(const struct functions *mpi)
{
    mpi->send(out, 8, MPI_CHAR, MPI_PROC_NULL, 1, MPI_COMM_WORLD);
}

static void exchange_self(const struct functions *mpi)
{
    mpi->sendrecv(out, 8, MPI_CHAR, rank, 1, in, 8, MPI_CHAR, rank, 1, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
}

static void post_self(const struct functions *mpi)
{
    MPI_Request request;
    mpi->irecv(in, 8, MPI_CHAR, rank, 1, MPI_COMM_WORLD, &request);
    mpi->send(out, 8, MPI_CHAR, rank, 1, MPI_COMM_WORLD);
    mpi->wait(&request, MPI_STATUS_IGNORE);
}

static void ping(const struct functions *mpi)
{
    if (rank == 0) {
        mpi->send(out, 8, MPI_CHAR, 1, 1, MPI_COMM_WORLD);
        mpi->recv(in, 8, MPI_CHAR, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        mpi->recv(in, 8, MPI_CHAR, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        mpi->send(out, 8, MPI_CHAR, 0, 1, MPI_COMM_WORLD);
    }
}

/* Many call sites, each of them reached through many callers. What follows a call keeps it from
 * being a jump. */
static volatile int last_caller; /* makes a difference between them */
#define STAYS __asm__ volatile("" ::: "memory")
#define SITE(n)                                                                                    \
    static __attribute__((noinline)) void site_##n(const struct functions *mpi)                    \
    {                                                                                              \
        mpi->send(out, 8, MPI_CHAR, MPI_PROC_NULL, n, MPI_COMM_WORLD);                             \
        STAYS;                                                                                     \
    }
#define CALLER(n)                                                                                  \
    static __attribute__((noinline)) void caller_##n(const struct functions *mpi)                  \
    {                                                                                              \
        for (int i = 0; i < SITES; i++)                                                            \
            sites[i](mpi);                                                                         \
        last_caller = n;                                                                           \
    }
#define TEN(what, n)                                                                               \
    what(n##0) what(n##1) what(n##2) what(n##3) what(n##4) what(n##5) what(n##6) what(n##7)        \
        what(n##8) what(n##9)
#define SITE_NAME(n) site_##n,
#define CALLER_NAME(n) caller_##n,

/* clang-format off */
TEN(SITE, 1) TEN(SITE, 2) TEN(SITE, 3) TEN(SITE, 4) TEN(SITE, 5)
static void (*const sites[SITES])(const struct functions *mpi) = {
    TEN(SITE_NAME, 1) TEN(SITE_NAME, 2) TEN(SITE_NAME, 3) TEN(SITE_NAME, 4) TEN(SITE_NAME, 5)};
TEN(CALLER, 1) TEN(CALLER, 2)
static void (*const callers[CALLERS])(const struct functions *mpi) = {
    TEN(CALLER_NAME, 1) TEN(CALLER_NAME, 2)};
/* clang-format on */

static void call_by_paths(const struct functions *mpi)
{
    for (int i = 0; i < CALLERS; i++)
        callers[i](mpi);
}

static double block(void (*kind)(const struct functions *mpi), const struct functions *mpi,
                    int times)
{
    double start = now();
    for (int i = 0; i < times; i++)
        kind(mpi);
    return (now() - start) / times;
}

static void compare(const char *name, void (*kind)(const struct functions *mpi), int calls,
                    const struct functions *native, const struct functions *called)
{
    double best[2] = {1e18, 1e18};
    int times = calls < BLOCK / 100 ? BLOCK : BLOCK / calls;
    for (int i = 0; i < CALLS / BLOCK; i++) {
        double one = block(kind, native, times), other = block(kind, called, times);
        best[0] = one < best[0] ? one : best[0];
        best[1] = other < best[1] ? other : best[1];
    }
    if (rank == 0)
        printf("%s %d %.2f %.2f\n", name, calls, best[0], best[1]);
}

int main(int argc, char **argv)
{
    struct functions called = {MPI_Send, MPI_Recv,     MPI_Irecv,
                               MPI_Wait, MPI_Sendrecv, MPI_Comm_rank};
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    void *library = dlopen(argv[1], RTLD_LAZY | RTLD_NOLOAD);
    if (!library)
        MPI_Abort(MPI_COMM_WORLD, 1);
    struct functions native = {dlsym(library, "PMPI_Send"),     dlsym(library, "PMPI_Recv"),
                               dlsym(library, "PMPI_Irecv"),    dlsym(library, "PMPI_Wait"),
                               dlsym(library, "PMPI_Sendrecv"), dlsym(library, "PMPI_Comm_rank")};
    if (size == 1) {
        printf("clock 2 %.2f 0\n", two_clocks());
        compare("rank", call_rank, 1, &native, &called);
        compare("nowhere", send_nowhere, 1, &native, &called);
        compare("exchange", exchange_self, 1, &native, &called);
        compare("post", post_self, 3, &native, &called);
        compare("paths", call_by_paths, SITES * CALLERS, &native, &called);
    } else {
        compare("ping", ping, 2, &native, &called);
    }
    MPI_Finalize();
    return 0;
}
