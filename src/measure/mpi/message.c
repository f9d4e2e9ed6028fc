/* message.c: see message.h */
#include "measure/mpi/message.h"

#include "measure/mpi/together.h"

static void tell_send(struct wrap_call *call, uint64_t order, uint64_t address, uint64_t size)
{
    wrap_group(call);
    wrap_value(call, FORMAT_VALUE_SENT, order);
    wrap_value(call, FORMAT_VALUE_TO, address);
    wrap_value(call, FORMAT_VALUE_SIZE, size);
}

static void tell_post(struct wrap_call *call, uint64_t order, uint64_t address)
{
    wrap_group(call);
    wrap_value(call, FORMAT_VALUE_POSTED, order);
    wrap_value(call, FORMAT_VALUE_ASKED, address);
}

/* Stores the peer that a call may wait for, so that it is visible during the call. */
static void show_peer(const struct wrap_call *call, const struct communicator *comm,
                      uint64_t address)
{
    if (!call->node)
        return;
    comm_show(call, comm);
    measure_lane_own->record->tag = (uint32_t)(address >> 32);
    measure_lane_own->record->peer = (uint32_t)address + 1; /* FORMAT_ANY becomes 0 */
}

void message_send_far(struct wrap_call *call, uint64_t size, int dest, int tag, MPI_Comm comm)
{
    struct communicator *known = dest == MPI_PROC_NULL ? NULL : comm_of(comm);
    call->message = known;
    if (!known) {
        show_peer(call, NULL, format_address(FORMAT_ANY, tag));
        return;
    }
    uint64_t address = format_address(comm_peer(known, dest), tag);
    call->order = comm_next(known, &known->sent);
    show_peer(call, known, address);
    tell_send(call, call->order, address, size);
}

void message_sent_far(struct wrap_call *call, const MPI_Request *request)
{
    if (call->message)
        request_add(&(struct request){
            .handle = HANDLE_BITS(*request),
            .kind = REQUEST_SEND,
            .order = call->order,
            .comm = (struct communicator *)call->message,
        });
}

void message_keep_send(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int dest,
                       int tag, MPI_Comm comm, const MPI_Request *request)
{
    (void)call;
    struct communicator *known = dest == MPI_PROC_NULL ? NULL : comm_of(comm);
    if (known)
        request_add(&(struct request){
            .handle = HANDLE_BITS(*request),
            .kind = REQUEST_SEND,
            .is_kept = true,
            .address = format_address(comm_peer(known, dest), tag),
            .size = (uint64_t)count * type_size(type),
            .comm = known,
        });
}

static uint64_t asked(const struct communicator *comm, int source, int tag)
{
    return format_address(comm_peer(comm, source), tag == MPI_ANY_TAG ? -1 : tag);
}

void message_keep_receive(struct wrap_call *call, int source, int tag, MPI_Comm comm,
                          const MPI_Request *request)
{
    (void)call;
    struct communicator *known = source == MPI_PROC_NULL ? NULL : comm_of(comm);
    if (known)
        request_add(&(struct request){
            .handle = HANDLE_BITS(*request),
            .kind = REQUEST_RECEIVE,
            .is_kept = true,
            .address = asked(known, source, tag),
            .comm = known,
        });
}

void message_keep_parts_sent(struct wrap_call *call, int partitions, MPI_Count count,
                             MPI_Datatype type, int dest, const MPI_Request *request)
{
    (void)call;
    uint64_t all = (uint64_t)partitions * (uint64_t)count;
    request_add(&(struct request){
        .handle = HANDLE_BITS(*request),
        .kind = REQUEST_SEND,
        .is_kept = true,
        .size = dest == MPI_PROC_NULL ? 0 : all * type_size(type),
    });
}

void message_keep_parts_received(struct wrap_call *call, const MPI_Request *request)
{
    (void)call;
    request_add(&(struct request){
        .handle = HANDLE_BITS(*request),
        .kind = REQUEST_RECEIVE,
        .is_kept = true,
    });
}

void message_start(struct wrap_call *call, const MPI_Request *request)
{
    struct request *known = request_find(*request);
    if (!known || !known->is_kept)
        return;
    known->is_active = true;
    if (known->kind == REQUEST_TOGETHER) {
        together_start(call, known);
        return;
    }
    bool is_send = known->kind == REQUEST_SEND;
    if (is_send)
        call->bytes += known->size;
    if (!known->comm)
        return;
    known->order = comm_next(known->comm, is_send ? &known->comm->sent : &known->comm->posted);
    if (!wrap_logs)
        return;
    if (is_send)
        tell_send(call, known->order, known->address, known->size);
    else
        tell_post(call, known->order, known->address);
}

void message_start_all(struct wrap_call *call, int count, const MPI_Request *requests)
{
    for (int i = 0; i < count; i++)
        message_start(call, &requests[i]);
}

void message_receive_far(struct wrap_call *call, int source, int tag, MPI_Comm comm)
{
    struct communicator *known = comm_of(comm);
    call->message = known;
    if (!known) {
        show_peer(call, NULL, format_address(FORMAT_ANY, tag));
        return;
    }
    call->order = comm_next(known, &known->posted);
    show_peer(call, known, asked(known, source, tag));
}

void message_received_far(struct wrap_call *call, const MPI_Status *status)
{
    wrap_group(call);
    request_tell_message(call, call->order, call->message, status);
}

void message_exchange_far(int dest, int tag, MPI_Comm comm)
{
    const struct communicator *known = comm_of(comm);
    if (known)
        comm_show_exchange(known, format_address(comm_peer(known, dest), tag));
}

void message_post_far(struct wrap_call *call, int source, int tag, MPI_Comm comm)
{
    struct communicator *known = source != MPI_PROC_NULL ? comm_of(comm) : NULL;
    if (!known)
        return;
    call->message = known;
    call->order = comm_next(known, &known->posted);
    tell_post(call, call->order, asked(known, source, tag));
}

void message_begin_exchange(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int dest,
                            int tag, int source, int recvtag, MPI_Comm comm)
{
    message_send(call, count, type, dest, tag, comm);
    message_post(call, source, recvtag, comm);
}

/* The message is stored among the requests: its handle is of the same kind, or an address like
 * theirs. */
void message_matched(struct wrap_call *call, MPI_Comm comm, const MPI_Message *message)
{
    (void)call;
    struct communicator *known = wrap_logs ? comm_of(comm) : NULL;
    if (!known)
        return;
    request_add(&(struct request){
        .handle = HANDLE_BITS(*message),
        .kind = REQUEST_RECEIVE,
        .order = comm_next(known, &known->posted),
        .comm = known,
    });
}

void message_maybe_matched(struct wrap_call *call, MPI_Comm comm, const int *flag,
                           const MPI_Message *message)
{
    if (*flag)
        message_matched(call, comm, message);
}

void message_take(struct wrap_call *call, const MPI_Message *message)
{
    struct request *known = wrap_logs ? request_find((MPI_Request)*message) : NULL;
    call->message = known ? known->comm : NULL;
    call->order = known ? known->order : 0;
    if (known)
        request_remove(known);
}

void message_bytes(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int target)
{
    if (target != MPI_PROC_NULL && count > 0)
        call->bytes += (uint64_t)count * type_size(type);
}

/* With MPI_NO_OP nothing is sent to the target. */
void message_both(struct wrap_call *call, MPI_Count count, MPI_Datatype type,
                  MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Op op)
{
    if (op != handles.nothing)
        message_bytes(call, count, type, target);
    message_bytes(call, result_count, result_type, target);
}

void message_one(struct wrap_call *call, MPI_Datatype type, int target, MPI_Op op)
{
    message_both(call, 1, type, 1, type, target, op);
}

/* The value to compare with is sent, too. */
void message_swap(struct wrap_call *call, MPI_Datatype type, int target)
{
    message_bytes(call, 3, type, target);
}
