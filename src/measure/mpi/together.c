/* together.c: see together.h */
#include "measure/mpi/together.h"

enum { NO_ROOT = -100 };

static void tell_begin(struct wrap_call *call)
{
    wrap_group(call);
    wrap_value(call, FORMAT_VALUE_TOGETHER, call->order);
    if (call->has_root)
        wrap_value(call, FORMAT_VALUE_ROOT, call->root);
    wrap_value(call, FORMAT_VALUE_GIVEN, call->given);
    wrap_value(call, FORMAT_VALUE_TAKEN, call->taken);
}

/* Records a collective operation. For an unknown communicator, NULL, only bytes are counted. */
static void tell(struct wrap_call *call, struct communicator *comm, int root, uint64_t given,
                 uint64_t taken)
{
    call->given = given;
    call->taken = taken;
    call->message = comm;
    call->has_root = root != NO_ROOT;
    if (!call->is_kept)
        call->bytes += given + taken;
    if (wrap_logs && !call->is_kept)
        comm_show(call, comm);
    if (!wrap_logs || !comm)
        return;
    if (call->has_root) /* MPI_ROOT is this process; a root in the other group is a peer */
        call->root = root == MPI_ROOT ? comm_self() : comm_peer(comm, root);
    if (call->is_kept)
        return;
    call->order = comm_next_together(comm);
    tell_begin(call);
}

static uint64_t bytes_of(MPI_Count count, MPI_Datatype type)
{
    return count > 0 ? (uint64_t)count * type_size(type) : 0;
}

static uint64_t count_at(const void *counts, size_t size, int i)
{
    int64_t count = size == sizeof(int) ? ((const int *)counts)[i] : ((const int64_t *)counts)[i];
    return count > 0 ? (uint64_t)count : 0;
}

static uint64_t sum_of(const void *counts, size_t size, int count, MPI_Datatype type)
{
    uint64_t all = 0;
    for (int i = 0; i < count; i++)
        all += count_at(counts, size, i);
    return all ? all * type_size(type) : 0;
}

static uint64_t sums_of(const void *counts, size_t size, int count, const MPI_Datatype *types)
{
    uint64_t all = 0;
    for (int i = 0; i < count; i++) {
        uint64_t each = count_at(counts, size, i);
        all += each ? each * type_size(types[i]) : 0;
    }
    return all;
}

/* Returns the number of processes on the other side: the remote group, or the own group including
 * this process. */
static int peers_of(const struct communicator *comm)
{
    return comm ? comm->remote_size : 0;
}

static bool is_root(const struct communicator *comm, int root)
{
    return root == MPI_ROOT || (comm && !comm->is_inter && comm->rank == root);
}

/* False for the processes beside the root in the root's group of an intercommunicator: they take no
 * part. */
static bool takes_part(int root)
{
    return root != MPI_PROC_NULL;
}

void together_barrier(struct wrap_call *call, MPI_Comm comm)
{
    tell(call, wrap_logs ? comm_of(comm) : NULL, NO_ROOT, 0, 0);
}

void together_bcast(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int root,
                    MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t bytes = takes_part(root) ? bytes_of(count, type) : 0;
    bool gives = is_root(known, root);
    tell(call, known, root, gives ? bytes : 0, gives ? 0 : bytes);
}

void together_reduce(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int root,
                     MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t bytes = takes_part(root) ? bytes_of(count, type) : 0;
    tell(call, known, root, root == MPI_ROOT ? 0 : bytes, is_root(known, root) ? bytes : 0);
}

void together_same(struct wrap_call *call, MPI_Count count, MPI_Datatype type, MPI_Comm comm)
{
    uint64_t bytes = bytes_of(count, type);
    tell(call, wrap_logs ? comm_of(comm) : NULL, NO_ROOT, bytes, bytes);
}

/* The first rank receives nothing. */
void together_exscan(struct wrap_call *call, MPI_Count count, MPI_Datatype type, MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t bytes = bytes_of(count, type);
    tell(call, known, NO_ROOT, bytes, known && !known->rank ? 0 : bytes);
}

void together_reduce_block(struct wrap_call *call, MPI_Count count, MPI_Datatype type,
                           MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t bytes = bytes_of(count, type);
    tell(call, known, NO_ROOT, bytes * (known ? (uint64_t)known->size : 0), bytes);
}

void together_reduce_scatter(struct wrap_call *call, const void *counts, size_t size,
                             MPI_Datatype type, MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t own = known ? count_at(counts, size, known->rank) * type_size(type) : 0;
    tell(call, known, NO_ROOT, known ? sum_of(counts, size, known->size, type) : 0, own);
}

void together_gather(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                     MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                     MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    bool takes = is_root(known, root);
    uint64_t each = takes ? bytes_of(recvcount, recvtype) : 0, given = 0;
    if (root != MPI_ROOT && takes_part(root))
        given = buffer == MPI_IN_PLACE ? each : bytes_of(sendcount, sendtype);
    tell(call, known, root, given, each * (uint64_t)peers_of(known));
}

void together_gatherv(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                      MPI_Datatype sendtype, const void *recvcounts, size_t size,
                      MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    bool takes = is_root(known, root);
    uint64_t taken = takes ? sum_of(recvcounts, size, peers_of(known), recvtype) : 0, given = 0;
    if (root != MPI_ROOT && takes_part(root))
        given = buffer == MPI_IN_PLACE && takes
                    ? count_at(recvcounts, size, known->rank) * type_size(recvtype)
                    : bytes_of(sendcount, sendtype);
    tell(call, known, root, given, taken);
}

void together_scatter(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                      MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    bool gives = is_root(known, root);
    uint64_t each = gives ? bytes_of(sendcount, sendtype) : 0, taken = 0;
    if (root != MPI_ROOT && takes_part(root))
        taken = buffer == MPI_IN_PLACE ? each : bytes_of(recvcount, recvtype);
    tell(call, known, root, each * (uint64_t)peers_of(known), taken);
}

void together_scatterv(struct wrap_call *call, const void *buffer, const void *sendcounts,
                       size_t size, MPI_Datatype sendtype, MPI_Count recvcount,
                       MPI_Datatype recvtype, int root, MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    bool gives = is_root(known, root);
    uint64_t given = gives ? sum_of(sendcounts, size, peers_of(known), sendtype) : 0, taken = 0;
    if (root != MPI_ROOT && takes_part(root))
        taken = buffer == MPI_IN_PLACE && gives
                    ? count_at(sendcounts, size, known->rank) * type_size(sendtype)
                    : bytes_of(recvcount, recvtype);
    tell(call, known, root, given, taken);
}

void together_allgather(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                        MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype,
                        MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t each = bytes_of(recvcount, recvtype);
    tell(call, known, NO_ROOT, buffer == MPI_IN_PLACE ? each : bytes_of(sendcount, sendtype),
         each * (uint64_t)peers_of(known));
}

void together_allgatherv(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                         MPI_Datatype sendtype, const void *recvcounts, size_t size,
                         MPI_Datatype recvtype, MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t own = buffer == MPI_IN_PLACE && known
                       ? count_at(recvcounts, size, known->rank) * type_size(recvtype)
                       : bytes_of(sendcount, sendtype);
    tell(call, known, NO_ROOT, own, sum_of(recvcounts, size, peers_of(known), recvtype));
}

void together_alltoall(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                       MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t taken = bytes_of(recvcount, recvtype) * (uint64_t)peers_of(known);
    tell(call, known, NO_ROOT,
         buffer == MPI_IN_PLACE ? taken : bytes_of(sendcount, sendtype) * (uint64_t)peers_of(known),
         taken);
}

void together_alltoallv(struct wrap_call *call, const void *buffer, const void *sendcounts,
                        size_t sendsize, MPI_Datatype sendtype, const void *recvcounts,
                        size_t recvsize, MPI_Datatype recvtype, MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t taken = sum_of(recvcounts, recvsize, peers_of(known), recvtype);
    tell(call, known, NO_ROOT,
         buffer == MPI_IN_PLACE ? taken : sum_of(sendcounts, sendsize, peers_of(known), sendtype),
         taken);
}

void together_alltoallw(struct wrap_call *call, const void *buffer, const void *sendcounts,
                        size_t sendsize, const MPI_Datatype *sendtypes, const void *recvcounts,
                        size_t recvsize, const MPI_Datatype *recvtypes, MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    uint64_t taken = sums_of(recvcounts, recvsize, peers_of(known), recvtypes);
    tell(call, known, NO_ROOT,
         buffer == MPI_IN_PLACE ? taken : sums_of(sendcounts, sendsize, peers_of(known), sendtypes),
         taken);
}

static struct communicator *near(MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    if (known && __atomic_load_n(&known->in, __ATOMIC_ACQUIRE) < 0)
        comm_find_neighbours(known, comm);
    return known;
}

/* The arrays of calls have an element for each neighbour, also for those that are missing. */
static int sources_of(const struct communicator *comm)
{
    return comm ? comm->in : 0;
}

static int targets_of(const struct communicator *comm)
{
    return comm ? comm->out : 0;
}

static bool is_missing(const struct communicator *comm, int neighbour)
{
    return neighbour < 64 && comm->missing >> neighbour & 1;
}

/* Returns how many of the neighbours exist. */
static uint64_t existing(const struct communicator *comm, int neighbours)
{
    uint64_t count = 0;
    for (int i = 0; i < neighbours; i++)
        count += !is_missing(comm, i);
    return count;
}

static uint64_t near_sum_of(const struct communicator *comm, const void *counts, size_t size,
                            int neighbours, MPI_Datatype type)
{
    uint64_t all = 0;
    for (int i = 0; i < neighbours; i++)
        all += is_missing(comm, i) ? 0 : count_at(counts, size, i);
    return all ? all * type_size(type) : 0;
}

static uint64_t near_sums_of(const struct communicator *comm, const void *counts, size_t size,
                             int neighbours, const MPI_Datatype *types)
{
    uint64_t all = 0;
    for (int i = 0; i < neighbours; i++) {
        uint64_t each = is_missing(comm, i) ? 0 : count_at(counts, size, i);
        all += each ? each * type_size(types[i]) : 0;
    }
    return all;
}

/* Returns the bytes that a process gives once, to all neighbours. */
static uint64_t near_given(const struct communicator *comm, MPI_Count count, MPI_Datatype type)
{
    return existing(comm, targets_of(comm)) ? bytes_of(count, type) : 0;
}

void together_near_gather(struct wrap_call *call, MPI_Count sendcount, MPI_Datatype sendtype,
                          MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    struct communicator *known = near(comm);
    tell(call, known, NO_ROOT, near_given(known, sendcount, sendtype),
         bytes_of(recvcount, recvtype) * existing(known, sources_of(known)));
}

void together_near_gatherv(struct wrap_call *call, MPI_Count sendcount, MPI_Datatype sendtype,
                           const void *recvcounts, size_t size, MPI_Datatype recvtype,
                           MPI_Comm comm)
{
    struct communicator *known = near(comm);
    tell(call, known, NO_ROOT, near_given(known, sendcount, sendtype),
         near_sum_of(known, recvcounts, size, sources_of(known), recvtype));
}

void together_near_all(struct wrap_call *call, MPI_Count sendcount, MPI_Datatype sendtype,
                       MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm)
{
    struct communicator *known = near(comm);
    tell(call, known, NO_ROOT, bytes_of(sendcount, sendtype) * existing(known, targets_of(known)),
         bytes_of(recvcount, recvtype) * existing(known, sources_of(known)));
}

void together_near_allv(struct wrap_call *call, const void *sendcounts, size_t sendsize,
                        MPI_Datatype sendtype, const void *recvcounts, size_t recvsize,
                        MPI_Datatype recvtype, MPI_Comm comm)
{
    struct communicator *known = near(comm);
    tell(call, known, NO_ROOT,
         near_sum_of(known, sendcounts, sendsize, targets_of(known), sendtype),
         near_sum_of(known, recvcounts, recvsize, sources_of(known), recvtype));
}

void together_near_allw(struct wrap_call *call, const void *sendcounts, size_t sendsize,
                        const MPI_Datatype *sendtypes, const void *recvcounts, size_t recvsize,
                        const MPI_Datatype *recvtypes, MPI_Comm comm)
{
    struct communicator *known = near(comm);
    tell(call, known, NO_ROOT,
         near_sums_of(known, sendcounts, sendsize, targets_of(known), sendtypes),
         near_sums_of(known, recvcounts, recvsize, sources_of(known), recvtypes));
}

void together_begun(struct wrap_call *call, const MPI_Request *request)
{
    if (wrap_logs && call->message)
        request_add(&(struct request){
            .handle = HANDLE_BITS(*request),
            .kind = REQUEST_TOGETHER,
            .order = call->order,
            .comm = (struct communicator *)call->message,
        });
}

void together_kept(struct wrap_call *call, const MPI_Request *request)
{
    request_add(&(struct request){
        .handle = HANDLE_BITS(*request),
        .kind = REQUEST_TOGETHER,
        .is_kept = true,
        .has_root = call->has_root,
        .root = call->root,
        .given = call->given,
        .taken = call->taken,
        .comm = (struct communicator *)call->message,
    });
}

void together_start(struct wrap_call *call, struct request *request)
{
    call->given = request->given;
    call->taken = request->taken;
    call->has_root = request->has_root;
    call->root = request->root;
    call->bytes += call->given + call->taken;
    if (!wrap_logs || !request->comm)
        return;
    call->order = request->order = comm_next_together(request->comm);
    tell_begin(call);
}
