/* request.h: requests that are in progress, and the facts that are known when they end. */
#ifndef MEASURE_MPI_REQUEST_H
#define MEASURE_MPI_REQUEST_H

#include "measure/mpi/comm.h"
#include "measure/mpi/quick.h"

enum request_kind {
    REQUEST_SEND = 1,
    REQUEST_RECEIVE,
    REQUEST_TOGETHER,
};

/* A request whose end has something to record; others are not stored. */
struct request {
    uint64_t handle; /* 0: the slot is free */
    uint8_t kind;    /* enum request_kind */
    bool is_kept;    /* persistent: it stays after its end */
    bool is_active;  /* persistent: it was started and has not ended */
    bool is_shared;  /* MPI gave the same handle to several sends that were complete at once */
    bool has_root;
    uint32_t root;
    uint64_t order;
    struct communicator *comm;
    union { /* persistent: what each start begins */
        uint64_t address, given;
    };
    union {
        uint64_t size, taken;
    };
} __attribute__((aligned(64)));

enum { REQUEST_SLOTS = 1 << 16, REQUEST_WAYS = 8 }; /* a handle has that many adjacent slots */

_Static_assert((REQUEST_SLOTS & (REQUEST_SLOTS - 1)) == 0, "handles_slot() needs a power of two");

extern WRAP_HIDDEN struct request request_table[REQUEST_SLOTS + REQUEST_WAYS];

/* Nonzero if threads call MPI at the same time, or if some requests are not in their first slot. */
extern WRAP_HIDDEN uint32_t request_care;

static inline struct request *request_slot(uint64_t handle)
{
    return &request_table[handles_slot(handle, REQUEST_SLOTS)];
}

struct request *request_find_far(uint64_t handle);
void request_add_far(const struct request *request);
void request_remove_far(struct request *request);

/* Returns the request; NULL if it is unknown. A request belongs to one thread at a time, as MPI
 * requires. */
static inline struct request *request_find(MPI_Request handle)
{
    uint64_t bits = HANDLE_BITS(handle);
    struct request *at = request_slot(bits);
    if (__atomic_load_n(&at->handle, __ATOMIC_RELAXED) == bits)
        return at;
    return __builtin_expect(request_care, 0) ? request_find_far(bits) : NULL;
}

/* Stores a copy of the request. */
static inline __attribute__((always_inline)) void request_add(const struct request *request)
{
    struct request *at = request_slot(request->handle);
    if (__builtin_expect(!at->handle && !request_care, 1))
        *at = *request;
    else
        request_add_far(request);
}

/* Stores a receive that is not persistent, field by field, so that the next reader need not wait
 * for the copy of a whole struct. */
static inline __attribute__((always_inline)) void
request_add_receive(uint64_t handle, uint64_t order, struct communicator *comm)
{
    struct request *at = request_slot(handle);
    if (__builtin_expect(at->handle || request_care, 0)) {
        request_add_far(&(struct request){
            .handle = handle, .kind = REQUEST_RECEIVE, .order = order, .comm = comm});
        return;
    }
    at->kind = REQUEST_RECEIVE;
    at->is_kept = at->is_active = at->is_shared = at->has_root = false;
    at->order = order;
    at->comm = comm;
    at->handle = handle;
}

static inline void request_remove(struct request *request)
{
    if (__builtin_expect(request_care, 0))
        request_remove_far(request);
    else
        request->handle = 0;
}

/* Called when MPI begins; `threads`: threads may call it at the same time. */
void request_start(bool threads);

/* Return a status, or statuses, to use instead of those that the caller does not want. */
static inline MPI_Status *request_status(struct wrap_call *call, MPI_Status *status)
{
    return status == MPI_STATUS_IGNORE ? &call->status : status;
}

MPI_Status *request_statuses(struct wrap_call *call, MPI_Status *statuses, int count);

/* Returns the size of the message that a status describes. */
static inline uint64_t request_bytes(const MPI_Status *status)
{
#ifdef OPEN_MPI
    return status->_ucount;
#else
    return (uint64_t)(uint32_t)status->count_lo |
           (uint64_t)((uint32_t)status->count_hi_and_cancelled >> 1) << 32;
#endif
}

static inline bool request_is_cancelled(const MPI_Status *status)
{
#ifdef OPEN_MPI
    return status->_cancelled;
#else
    return status->count_hi_and_cancelled & 1;
#endif
}

/* Records a message that was received. */
void request_tell_message(struct wrap_call *call, uint64_t order, const struct communicator *comm,
                          const MPI_Status *status);

/* Hooks, the first of each pair before the call. A request that is waited for or tested is taken
 * out of the table first: when it has ended, another thread may get the same handle at once. A
 * request that has not ended is put back. */
struct request_saved {
    uint64_t handle;
    uint8_t kind; /* 0: nothing to record */
    uint64_t order;
    struct communicator *comm;
    struct request *stays; /* NULL: it was taken out */
};

/* Working memory of one thread. */
struct request_room {
    struct request_saved one;
    struct request_saved *many;
    MPI_Status *statuses;
    int statuses_room, many_room;
};

extern __thread __attribute__((tls_model("initial-exec"),
                               visibility("hidden"))) struct request_room request_room;

void request_put_back(const struct request_saved *saved);
void request_end_far(struct wrap_call *call, struct request_saved *saved, const MPI_Status *status);

static inline __attribute__((always_inline)) void request_take(struct request_saved *saved,
                                                               MPI_Request handle)
{
    struct request *known = request_find(handle);
    saved->kind = 0;
    if (!known)
        return;
    bool stays = known->is_kept || known->is_shared;
    *saved = (struct request_saved){HANDLE_BITS(handle), known->kind, known->order, known->comm,
                                    stays ? known : NULL};
    if (__builtin_expect(!stays, 1))
        request_remove(known);
    else if (!known->is_active)
        saved->kind = 0;
}

static inline void request_end(struct wrap_call *call, struct request_saved *saved,
                               const MPI_Status *status)
{
    if (__builtin_expect(wrap_logs || saved->stays, 0))
        request_end_far(call, saved, status);
    else if (saved->kind == REQUEST_RECEIVE && !request_is_cancelled(status))
        call->bytes += request_bytes(status);
    saved->kind = 0;
}

static inline void request_save(struct wrap_call *call, const MPI_Request *request)
{
    (void)call;
    request_take(&request_room.one, *request);
}

/* The hook before a quick call; see message_send_quick(). */
static inline __attribute__((always_inline)) bool request_save_quick(struct wrap_call *call,
                                                                     const struct wrap_quick *quick,
                                                                     const MPI_Request *request)
{
    (void)quick;
    struct request_saved *saved = &request_room.one;
    uint64_t bits = HANDLE_BITS(*request);
    struct request *known = request_slot(bits);
    if (__builtin_expect(request_care, 0))
        return false;
    if (known->handle != bits) {
        saved->kind = 0;
        call->bytes = 0;
        return true;
    }
    if (__builtin_expect(known->is_kept || known->is_shared, 0))
        return false;
    *saved = (struct request_saved){bits, known->kind, known->order, known->comm, NULL};
    known->handle = 0;
    call->bytes = 0;
    return true;
}

static inline void request_waited(struct wrap_call *call, const MPI_Status *status)
{
    if (request_room.one.kind)
        request_end(call, &request_room.one, status);
}

/* Called after a quick call, which is not logged and whose request was taken out. */
static inline void request_waited_quick(struct wrap_call *call, const MPI_Status *status)
{
    struct request_saved *saved = &request_room.one;
    if (saved->kind == REQUEST_RECEIVE && !request_is_cancelled(status))
        call->bytes += request_bytes(status);
    saved->kind = 0;
}

static inline void request_tested(struct wrap_call *call, const int *flag, const MPI_Status *status)
{
    if (*flag)
        request_waited(call, status);
    else
        request_put_back(&request_room.one);
}

static inline void request_tested_quick(struct wrap_call *call, const int *flag,
                                        const MPI_Status *status)
{
    if (*flag)
        request_waited_quick(call, status);
    else
        request_put_back(&request_room.one);
}

void request_save_all(struct wrap_call *call, int count, const MPI_Request *requests);
void request_waited_any(struct wrap_call *call, const int *index, const MPI_Status *status);
void request_tested_any(struct wrap_call *call, const int *index, const int *flag,
                        const MPI_Status *status);
void request_waited_all(struct wrap_call *call, const MPI_Status *statuses);
void request_tested_all(struct wrap_call *call, const int *flag, const MPI_Status *statuses);
void request_ended_some(struct wrap_call *call, const int *count, const int *indices,
                        const MPI_Status *statuses);
void request_freed(struct wrap_call *call, const MPI_Request *request);

#endif
