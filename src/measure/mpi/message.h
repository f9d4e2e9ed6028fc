/* message.h: hooks of point-to-point messages. */
#ifndef MEASURE_MPI_MESSAGE_H
#define MEASURE_MPI_MESSAGE_H

#include "measure/mpi/request.h"
#include "measure/mpi/type.h"

void message_send_far(struct wrap_call *call, uint64_t size, int dest, int tag, MPI_Comm comm);

static inline __attribute__((always_inline)) void message_send(struct wrap_call *call,
                                                               MPI_Count count, MPI_Datatype type,
                                                               int dest, int tag, MPI_Comm comm)
{
    uint64_t size = dest == MPI_PROC_NULL ? 0 : (uint64_t)count * type_size(type);
    call->bytes += size;
    if (__builtin_expect(wrap_logs, 0))
        message_send_far(call, size, dest, tag, comm);
}

/* The hook for a quick call (quick.h), when nothing is logged. False if the call is not a quick
 * one; then nothing has changed. */
static inline __attribute__((always_inline)) bool
message_send_quick(struct wrap_call *call, const struct wrap_quick *quick, MPI_Count count,
                   MPI_Datatype type, int dest, int tag, MPI_Comm comm)
{
    (void)tag;
    (void)comm;
    uint64_t size = 0;
    if (dest != MPI_PROC_NULL && !type_is_usual(quick->known, type, &size))
        return false;
    call->bytes = (uint64_t)count * size;
    return true;
}

/* Called after a nonblocking send. */
void message_sent_far(struct wrap_call *call, const MPI_Request *request);

static inline void message_sent(struct wrap_call *call, const MPI_Request *request)
{
    if (__builtin_expect(wrap_logs, 0))
        message_sent_far(call, request);
}

static inline void message_sent_quick(struct wrap_call *call, const MPI_Request *request)
{
    (void)call;
    (void)request;
}

/* Called after a persistent send or receive was created. */
void message_keep_send(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int dest,
                       int tag, MPI_Comm comm, const MPI_Request *request);
void message_keep_receive(struct wrap_call *call, int source, int tag, MPI_Comm comm,
                          const MPI_Request *request);
/* Partitioned communication is matched by rules of its own: only bytes are counted. */
void message_keep_parts_sent(struct wrap_call *call, int partitions, MPI_Count count,
                             MPI_Datatype type, int dest, const MPI_Request *request);
void message_keep_parts_received(struct wrap_call *call, const MPI_Request *request);
void message_start(struct wrap_call *call, const MPI_Request *request);
void message_start_all(struct wrap_call *call, int count, const MPI_Request *requests);

/* message_receive and message_received: before and after a blocking receive; message_post and
 * message_posted: before and after a nonblocking one. */
void message_receive_far(struct wrap_call *call, int source, int tag, MPI_Comm comm);
void message_received_far(struct wrap_call *call, const MPI_Status *status);
void message_post_far(struct wrap_call *call, int source, int tag, MPI_Comm comm);

static inline void message_receive(struct wrap_call *call, int source, int tag, MPI_Comm comm)
{
    if (__builtin_expect(wrap_logs, 0))
        message_receive_far(call, source, tag, comm);
}

static inline bool message_receive_quick(struct wrap_call *call, const struct wrap_quick *quick,
                                         int source, int tag, MPI_Comm comm)
{
    (void)quick;
    (void)source;
    (void)tag;
    (void)comm;
    call->bytes = 0;
    return true;
}

static inline void message_received(struct wrap_call *call, const MPI_Status *status)
{
    if (__builtin_expect(wrap_logs, 0))
        message_received_far(call, status);
    else
        call->bytes += request_bytes(status);
}

/* Called after a quick call, which is not logged. */
static inline void message_received_quick(struct wrap_call *call, const MPI_Status *status)
{
    call->bytes += request_bytes(status);
}

static inline void message_post(struct wrap_call *call, int source, int tag, MPI_Comm comm)
{
    call->message = NULL;
    call->order = 0;
    if (__builtin_expect(wrap_logs, 0))
        message_post_far(call, source, tag, comm);
}

static inline bool message_post_quick(struct wrap_call *call, const struct wrap_quick *quick,
                                      int source, int tag, MPI_Comm comm)
{
    call->message = NULL;
    call->order = 0;
    return message_receive_quick(call, quick, source, tag, comm);
}

static inline void message_posted(struct wrap_call *call, const MPI_Request *request)
{
    request_add_receive(HANDLE_BITS(*request), call->order, (struct communicator *)call->message);
}

static inline void message_posted_quick(struct wrap_call *call, const MPI_Request *request)
{
    message_posted(call, request);
}

/* Makes what a call sends that also receives visible during the call. */
void message_exchange_far(int dest, int tag, MPI_Comm comm);

/* A send and a receive in one call. */
static inline __attribute__((always_inline)) void
message_exchange(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int dest, int tag,
                 int source, int recvtag, MPI_Comm comm)
{
    message_send(call, count, type, dest, tag, comm);
    message_receive(call, source, recvtag, comm);
    if (__builtin_expect(wrap_logs, 0))
        message_exchange_far(dest, tag, comm);
}

static inline __attribute__((always_inline)) bool
message_exchange_quick(struct wrap_call *call, const struct wrap_quick *quick, MPI_Count count,
                       MPI_Datatype type, int dest, int tag, int source, int recvtag, MPI_Comm comm)
{
    (void)source;
    (void)recvtag;
    return message_send_quick(call, quick, count, type, dest, tag, comm);
}

void message_begin_exchange(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int dest,
                            int tag, int source, int recvtag, MPI_Comm comm);

/* A message that is matched before it is received. */
void message_matched(struct wrap_call *call, MPI_Comm comm, const MPI_Message *message);
void message_maybe_matched(struct wrap_call *call, MPI_Comm comm, const int *flag,
                           const MPI_Message *message);
void message_take(struct wrap_call *call, const MPI_Message *message);

/* One-sided communication: only bytes are counted, in both directions. */
void message_bytes(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int target);
void message_both(struct wrap_call *call, MPI_Count count, MPI_Datatype type,
                  MPI_Count result_count, MPI_Datatype result_type, int target, MPI_Op op);
void message_one(struct wrap_call *call, MPI_Datatype type, int target, MPI_Op op);
void message_swap(struct wrap_call *call, MPI_Datatype type, int target);

#endif
