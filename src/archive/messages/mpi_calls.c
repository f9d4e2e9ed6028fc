/* mpi_calls.c: see mpi_calls.h */
#include "archive/messages/mpi_calls.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <triptych/probes.h>

enum { NAME_ROOM = 64 };

/* The functions of MPI: names in lower case, without MPI_, of the blocking variant with int counts
 * (without i in front and _c at the end). The first row that matches a name applies. A name that
 * ends with * matches all names that begin with it. */
static const struct function {
    const char *names;
    enum format_mpi_kind kind;
    enum format_mpi_operation operation;
    enum format_mpi_peer peer;
    uint32_t flags;
} functions[] = {
    {"send ssend rsend", FORMAT_MPI_SEND, 0, FORMAT_MPI_DESTINATION, 0},
    {"bsend", FORMAT_MPI_SEND, 0, FORMAT_MPI_DESTINATION, FORMAT_MPI_LOCAL},
    {"psend", FORMAT_MPI_SEND, 0, FORMAT_MPI_DESTINATION, FORMAT_MPI_BEGINS},
    {"recv", FORMAT_MPI_RECEIVE, 0, FORMAT_MPI_SOURCE, 0},
    {"precv", FORMAT_MPI_RECEIVE, 0, FORMAT_MPI_SOURCE, FORMAT_MPI_BEGINS},
    {"mrecv", FORMAT_MPI_RECEIVE, 0, FORMAT_MPI_NO_PEER, 0},
    {"sendrecv sendrecv_replace", FORMAT_MPI_EXCHANGE, 0, FORMAT_MPI_BOTH, 0},
    {"probe mprobe", FORMAT_MPI_PROBE, 0, FORMAT_MPI_SOURCE, 0},
    {"wait", FORMAT_MPI_WAIT, 0, FORMAT_MPI_NO_PEER, 0},
    {"waitall waitany waitsome", FORMAT_MPI_WAIT, 0, FORMAT_MPI_NO_PEER, FORMAT_MPI_MANY},
    {"test", FORMAT_MPI_WAIT, 0, FORMAT_MPI_NO_PEER, FORMAT_MPI_LOCAL},
    {"testall testany testsome", FORMAT_MPI_WAIT, 0, FORMAT_MPI_NO_PEER,
     FORMAT_MPI_LOCAL | FORMAT_MPI_MANY},
    {"start", FORMAT_MPI_START, 0, FORMAT_MPI_NO_PEER, FORMAT_MPI_BEGINS | FORMAT_MPI_LOCAL},
    {"startall", FORMAT_MPI_START, 0, FORMAT_MPI_NO_PEER,
     FORMAT_MPI_BEGINS | FORMAT_MPI_LOCAL | FORMAT_MPI_MANY},

    {"barrier", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_BARRIER, FORMAT_MPI_NO_PEER, 0},
    {"bcast", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_BCAST, FORMAT_MPI_ROOT, 0},
    {"gather", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_GATHER, FORMAT_MPI_ROOT, 0},
    {"gatherv", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_GATHERV, FORMAT_MPI_ROOT, 0},
    {"scatter", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_SCATTER, FORMAT_MPI_ROOT, 0},
    {"scatterv", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_SCATTERV, FORMAT_MPI_ROOT, 0},
    {"allgather", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_ALLGATHER, FORMAT_MPI_NO_PEER, 0},
    {"allgatherv", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_ALLGATHERV, FORMAT_MPI_NO_PEER, 0},
    {"alltoall", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_ALLTOALL, FORMAT_MPI_NO_PEER, 0},
    {"alltoallv", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_ALLTOALLV, FORMAT_MPI_NO_PEER, 0},
    {"alltoallw", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_ALLTOALLW, FORMAT_MPI_NO_PEER, 0},
    {"allreduce", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_ALLREDUCE, FORMAT_MPI_NO_PEER, 0},
    {"reduce", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_REDUCE, FORMAT_MPI_ROOT, 0},
    {"reduce_scatter", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_REDUCE_SCATTER, FORMAT_MPI_NO_PEER, 0},
    {"reduce_scatter_block", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_REDUCE_SCATTER_BLOCK,
     FORMAT_MPI_NO_PEER, 0},
    {"scan", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_SCAN, FORMAT_MPI_NO_PEER, 0},
    {"exscan", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_EXSCAN, FORMAT_MPI_NO_PEER, 0},
    {"neighbor_*", FORMAT_MPI_COLLECTIVE, FORMAT_MPI_NEIGHBOR, FORMAT_MPI_NO_PEER, 0},

    {"put accumulate", FORMAT_MPI_MEMORY, 0, FORMAT_MPI_DESTINATION, 0},
    {"get", FORMAT_MPI_MEMORY, 0, FORMAT_MPI_SOURCE, 0},
    {"get_accumulate fetch_and_op compare_and_swap", FORMAT_MPI_MEMORY, 0, FORMAT_MPI_BOTH, 0},
    {"rput raccumulate", FORMAT_MPI_MEMORY, 0, FORMAT_MPI_DESTINATION, FORMAT_MPI_BEGINS},
    {"rget", FORMAT_MPI_MEMORY, 0, FORMAT_MPI_SOURCE, FORMAT_MPI_BEGINS},
    {"rget_accumulate", FORMAT_MPI_MEMORY, 0, FORMAT_MPI_BOTH, FORMAT_MPI_BEGINS},
    {"win_*", FORMAT_MPI_MEMORY, 0, FORMAT_MPI_NO_PEER, 0},
    {"file_read file_read_c file_read_at file_read_at_c file_read_shared file_read_shared_c "
     "file_write file_write_c file_write_at file_write_at_c file_write_shared file_write_shared_c "
     "file_iread* file_iwrite* file_seek file_delete file_get_* file_call_errhandler "
     "file_create_errhandler file_set_errhandler",
     FORMAT_MPI_IO, 0, FORMAT_MPI_NO_PEER, FORMAT_MPI_LOCAL}, /* by one rank alone */
    {"file_*", FORMAT_MPI_IO, 0, FORMAT_MPI_NO_PEER, 0},

    {"comm_rank comm_size comm_group comm_compare comm_test_inter comm_remote_size "
     "comm_remote_group comm_call_errhandler comm_create_errhandler comm_set_errhandler "
     "comm_create_keyval comm_get_name comm_set_name comm_get_attr comm_set_attr group_* cart_rank "
     "cart_coords cart_get cart_shift cartdim_get dims_create topo_test",
     FORMAT_MPI_COMMUNICATOR, 0, FORMAT_MPI_NO_PEER, FORMAT_MPI_LOCAL},
    {"comm_* cart* graph_* dist_graph_* topo_* intercomm_*", FORMAT_MPI_COMMUNICATOR, 0,
     FORMAT_MPI_NO_PEER, 0},
    {"type_*", FORMAT_MPI_DATATYPE, 0, FORMAT_MPI_NO_PEER, FORMAT_MPI_LOCAL},
    {"init init_thread", FORMAT_MPI_INIT, 0, FORMAT_MPI_NO_PEER, 0},
    {"finalize", FORMAT_MPI_FINALIZE, 0, FORMAT_MPI_NO_PEER, 0},
    {"abort", FORMAT_MPI_ABORT, 0, FORMAT_MPI_NO_PEER, 0},
    {"session_*", FORMAT_MPI_OTHER, 0, FORMAT_MPI_NO_PEER, 0},
    {"info_* initialized finalized is_thread_main reduce_local test_cancelled wtime",
     FORMAT_MPI_OTHER, 0, FORMAT_MPI_NO_PEER, FORMAT_MPI_LOCAL},
};

/* The functions with buffers: names as above. */
static const struct {
    const char *names;
    struct archive_mpi_buffers buffers;
} with_buffers[] = {
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
        bool begins = names[size - 1] == '*';
        size_t letters = size - begins;
        if (!strncmp(name, names, letters) && (begins || !name[letters]))
            return true;
    }
    return false;
}

static const struct function *find(const char *plain)
{
    for (size_t i = 0; i < sizeof functions / sizeof functions[0]; i++) {
        if (is_one_of(plain, functions[i].names))
            return &functions[i];
    }
    return NULL;
}

static bool cut_end(char *name, const char *end)
{
    size_t size = strlen(name), cut = strlen(end);
    if (size <= cut || strcmp(name + size - cut, end) != 0)
        return false;
    name[size - cut] = '\0';
    return true;
}

static uint32_t facts_of(const struct function *function, uint32_t flags)
{
    return function ? format_mpi_facts(function->kind, function->operation, function->peer,
                                       function->flags | flags)
                    : format_mpi_facts(FORMAT_MPI_OTHER, 0, FORMAT_MPI_NO_PEER, flags);
}

/* Nonblocking functions are called as the blocking ones, with an I in front. A probe without
 * blocking begins nothing. */
static uint32_t facts_of_nonblocking(const char *plain)
{
    const struct function *function = plain[0] == 'i' ? find(plain + 1) : NULL;
    if (!function)
        return facts_of(NULL, 0);
    bool begins = function->kind != FORMAT_MPI_PROBE;
    return facts_of(function, FORMAT_MPI_LOCAL | (begins ? (uint32_t)FORMAT_MPI_BEGINS : 0));
}

/* Returns the facts about a function that makes a persistent request: its name is `plain` followed
 * by _init. It is local, unless the operation is collective: then all ranks of the communicator
 * call it together. */
static uint32_t facts_of_persistent(const char *plain)
{
    const struct function *function = find(plain);
    bool together = function && function->kind == FORMAT_MPI_COLLECTIVE;
    return facts_of(function, FORMAT_MPI_BEGINS | (together ? 0 : (uint32_t)FORMAT_MPI_LOCAL));
}

/* Makes a name lower-case, without MPI_ in front. */
static void make_plain(char plain[NAME_ROOM], const char *name)
{
    size_t size = 0;
    name += strncasecmp(name, "MPI_", 4) ? 0 : 4;
    for (; size < NAME_ROOM - 1 && name[size]; size++)
        plain[size] = (char)tolower((unsigned char)name[size]);
    plain[size] = '\0';
}

uint32_t archive_mpi_facts_of_function(const char *name)
{
    char plain[NAME_ROOM];
    make_plain(plain, name);
    const struct function *function = find(plain);
    if (!function && cut_end(plain, "_c")) /* large counts */
        function = find(plain);
    if (!function && cut_end(plain, "_init"))
        return facts_of_persistent(plain);
    return function ? facts_of(function, 0) : facts_of_nonblocking(plain);
}

static bool find_buffers(const char *plain, struct archive_mpi_buffers *buffers)
{
    for (size_t i = 0; i < sizeof with_buffers / sizeof with_buffers[0]; i++) {
        if (is_one_of(plain, with_buffers[i].names)) {
            *buffers = with_buffers[i].buffers;
            return true;
        }
    }
    return false;
}

bool archive_mpi_buffers_of(const char *name, struct archive_mpi_buffers *buffers)
{
    char plain[NAME_ROOM];
    *buffers = (struct archive_mpi_buffers){-1, -1};
    if (strncasecmp(name, "MPI_", 4) != 0)
        return false;
    make_plain(plain, name);
    cut_end(plain, "_c"); /* large counts */
    cut_end(plain, "_init");
    return find_buffers(plain, buffers) || (plain[0] == 'i' && find_buffers(plain + 1, buffers));
}

enum archive_mpi_buffer archive_mpi_buffer(const char *argument)
{
    return !strcasecmp(argument, "MPI_IN_PLACE") ? MPI_BUFFER_IN_PLACE
           : !strcasecmp(argument, "MPI_BOTTOM") || !strcasecmp(argument, "NULL") ? MPI_BUFFER_NONE
                                                                                  : MPI_BUFFER_DATA;
}

uint32_t archive_mpi_facts_of_region(uint32_t kind, uint32_t flags, const char *name)
{
    bool named = !strncasecmp(name, "MPI_", 4), comm = kind == TRI_KIND_COMM;
    if (named && (comm || kind == TRI_KIND_CLOCK || kind == TRI_KIND_IO))
        return archive_mpi_facts_of_function(name);
    if (!comm)
        return 0;
    bool reads = flags & TRI_READS, writes = flags & TRI_WRITES;
    enum format_mpi_kind does = reads && writes ? FORMAT_MPI_EXCHANGE
                                : writes        ? FORMAT_MPI_SEND
                                : reads         ? FORMAT_MPI_RECEIVE
                                                : FORMAT_MPI_OTHER;
    return format_mpi_facts(does, 0, FORMAT_MPI_NO_PEER, FORMAT_MPI_ALIEN);
}

bool archive_mpi_reads_clock(const struct archive *archive, uint32_t region)
{
    const char *name = archive_text(archive, archive->regions.name[region]);
    return !strcasecmp(name, "MPI_Wtime") || !strcasecmp(name, "MPI_Wtick");
}

enum archive_collective archive_mpi_collective(const struct archive *archive, uint32_t region)
{
    switch (format_mpi_operation(archive->regions.mpi[region])) {
    case FORMAT_MPI_BARRIER:
        return ARCHIVE_COLLECTIVE_BARRIER;
    case FORMAT_MPI_BCAST:
    case FORMAT_MPI_SCATTER:
    case FORMAT_MPI_SCATTERV:
        return ARCHIVE_COLLECTIVE_1_TO_N;
    case FORMAT_MPI_REDUCE:
    case FORMAT_MPI_GATHER:
    case FORMAT_MPI_GATHERV:
        return ARCHIVE_COLLECTIVE_N_TO_1;
    case FORMAT_MPI_ALLGATHER:
    case FORMAT_MPI_ALLGATHERV:
    case FORMAT_MPI_ALLTOALL:
    case FORMAT_MPI_ALLTOALLV:
    case FORMAT_MPI_ALLTOALLW:
    case FORMAT_MPI_ALLREDUCE:
    case FORMAT_MPI_REDUCE_SCATTER:
    case FORMAT_MPI_REDUCE_SCATTER_BLOCK:
        return ARCHIVE_COLLECTIVE_N_TO_N;
    case FORMAT_MPI_SCAN:
    case FORMAT_MPI_EXSCAN:
        return ARCHIVE_COLLECTIVE_PREFIX;
    case FORMAT_MPI_NEIGHBOR:
        return ARCHIVE_COLLECTIVE_NEAR;
    default:
        return ARCHIVE_COLLECTIVE;
    }
}

bool archive_has_places_only(const struct archive *archive)
{
    bool moves = false;
    for (uint32_t i = 1; i < archive->regions.rows; i++) {
        if (archive_mpi_is_call(archive, i))
            return false;
        moves |= archive->regions.kind[i] == TRI_KIND_MOVE;
    }
    return moves;
}
