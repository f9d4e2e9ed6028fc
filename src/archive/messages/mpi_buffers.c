/* mpi_buffers.c: see mpi_buffers.h */
#include "archive/messages/mpi_buffers.h"

#include <ctype.h>
#include <stddef.h>
#include <string.h>
#include <strings.h>

enum { NAME_ROOM = 64 };

/* Names in lower case, without MPI_, of the blocking variant with int counts. */
static const struct {
    const char *names;
    struct archive_mpi_buffers buffers;
} functions[] = {
    {"send bsend ssend rsend psend put accumulate rput raccumulate", {0, -1}},
    {"recv precv mrecv get rget", {-1, 0}},
    {"sendrecv", {0, 5}},
    {"sendrecv_replace bcast", {0, 0}},
    {"reduce allreduce scan exscan reduce_scatter reduce_scatter_block fetch_and_op", {0, 1}},
    {"gather gatherv allgather allgatherv scatter alltoall get_accumulate rget_accumulate", {0, 3}},
    {"neighbor_allgather neighbor_allgatherv neighbor_alltoall", {0, 3}},
    {"scatterv alltoallv alltoallw neighbor_alltoallv neighbor_alltoallw", {0, 4}},
    {"compare_and_swap", {0, 2}},
};

static bool is_one_of(const char *name, const char *names)
{
    for (size_t size; *names; names += size + (names[size] == ' ')) {
        size = strcspn(names, " ");
        if (strlen(name) == size && !strncmp(name, names, size))
            return true;
    }
    return false;
}

static bool find(const char *plain, struct archive_mpi_buffers *buffers)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (is_one_of(plain, functions[i].names)) {
            *buffers = functions[i].buffers;
            return true;
        }
    }
    return false;
}

static void cut_end(char *name, const char *end)
{
    size_t size = strlen(name), cut = strlen(end);
    if (size > cut && !strcmp(name + size - cut, end))
        name[size - cut] = '\0';
}

bool archive_mpi_buffers_of(const char *name, struct archive_mpi_buffers *buffers)
{
    char plain[NAME_ROOM];
    size_t size = 0;
    *buffers = (struct archive_mpi_buffers){-1, -1};
    if (strncasecmp(name, "MPI_", 4) != 0)
        return false;
    for (name += 4; size < NAME_ROOM - 1 && name[size]; size++)
        plain[size] = (char)tolower((unsigned char)name[size]);
    plain[size] = '\0';
    cut_end(plain, "_c"); /* large counts */
    cut_end(plain, "_init");
    return find(plain, buffers) || (plain[0] == 'i' && find(plain + 1, buffers));
}
