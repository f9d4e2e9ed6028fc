/* request.c: see request.h. A slot is found by its handle among a few neighbours, and taken by
 * compare-and-swap: no locks. A request belongs to one thread at a time: MPI demands it. */
#include "measure/mpi/request.h"

#include <string.h>
#include <sys/mman.h>

enum {
    SLOTS = 1 << 16,
    WAYS = 16,            /* neighbours that are looked at */
    MORE_SLOTS = 1 << 22, /* for programs that have very many */
    MORE_WAYS = 256,
};

static struct request table[SLOTS];
static struct request *more; /* made when it is needed */
static unsigned in_more;

static struct request *take(struct request *slots, size_t size, size_t ways, uint64_t handle)
{
    for (size_t i = 0, slot = handles_slot(handle, size); i < ways; i++) {
        struct request *at = &slots[(slot + i) & (size - 1)];
        uint64_t empty = 0;
        if (!__atomic_load_n(&at->handle, __ATOMIC_RELAXED) &&
            __atomic_compare_exchange_n(&at->handle, &empty, handle, false, __ATOMIC_ACQUIRE,
                                        __ATOMIC_RELAXED))
            return at;
    }
    return NULL;
}

static struct request *look(struct request *slots, size_t size, size_t ways, uint64_t handle)
{
    for (size_t i = 0, slot = handles_slot(handle, size); i < ways; i++) {
        struct request *at = &slots[(slot + i) & (size - 1)];
        if (__atomic_load_n(&at->handle, __ATOMIC_ACQUIRE) == handle)
            return at;
    }
    return NULL;
}

static struct request *take_more(uint64_t handle)
{
    struct request *slots = __atomic_load_n(&more, __ATOMIC_ACQUIRE), *none = NULL;
    if (!slots) {
        size_t bytes = MORE_SLOTS * sizeof *slots;
        slots = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (slots == MAP_FAILED)
            return NULL;
        if (!__atomic_compare_exchange_n(&more, &none, slots, false, __ATOMIC_ACQ_REL,
                                         __ATOMIC_ACQUIRE)) {
            munmap(slots, bytes);
            slots = none;
        }
    }
    struct request *at = take(slots, MORE_SLOTS, MORE_WAYS, handle);
    if (at)
        __atomic_fetch_add(&in_more, 1, __ATOMIC_RELAXED);
    return at;
}

struct request *request_find(MPI_Request handle)
{
    if (handle == handles.no_request)
        return NULL;
    struct request *found = look(table, SLOTS, WAYS, HANDLE_BITS(handle));
    if (!found && __builtin_expect(__atomic_load_n(&in_more, __ATOMIC_RELAXED) != 0, 0))
        found = look(more, MORE_SLOTS, MORE_WAYS, HANDLE_BITS(handle));
    return found;
}

void request_add(const MPI_Request *handle, const struct request *request)
{
    if (*handle == handles.no_request)
        return;
    struct request *at = request_find(*handle);
    if (at) {
        if (at->kind == REQUEST_SEND && request->kind == REQUEST_SEND) {
            at->is_shared = true;
            return;
        }
    } else {
        at = take(table, SLOTS, WAYS, HANDLE_BITS(*handle));
        if (!at)
            at = take_more(HANDLE_BITS(*handle));
    }
    if (!at)
        return;
    at->kind = request->kind;
    at->is_kept = request->is_kept;
    at->is_shared = false;
    at->order = request->order;
    at->address = request->address;
    at->size = request->size;
    at->comm = request->comm;
}

void request_remove(struct request *request)
{
    if (more && request >= more && request < more + MORE_SLOTS)
        __atomic_fetch_sub(&in_more, 1, __ATOMIC_RELAXED);
    __atomic_store_n(&request->handle, 0, __ATOMIC_RELEASE);
}

MPI_Status *request_status(struct wrap_call *call, MPI_Status *status)
{
    return status == MPI_STATUS_IGNORE ? &call->status : status;
}

/* What a call of many requests needs to keep, for each thread that makes such calls. */
struct room {
    MPI_Status *statuses;
    MPI_Request *requests;
    int statuses_room, requests_room;
};

static __thread __attribute__((tls_model("initial-exec"))) struct room room;

static void *grow(void *old, int *have, int need, size_t size)
{
    if (need <= *have)
        return old;
    int more_room = need < 4096 / (int)size ? 4096 / (int)size : need * 2;
    if (old)
        munmap(old, (size_t)*have * size);
    void *fresh = mmap(NULL, (size_t)more_room * size, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *have = fresh == MAP_FAILED ? 0 : more_room;
    return fresh == MAP_FAILED ? NULL : fresh;
}

MPI_Status *request_statuses(struct wrap_call *call, MPI_Status *statuses, int count)
{
    (void)call;
    if (statuses != MPI_STATUSES_IGNORE || count <= 0)
        return statuses;
    room.statuses = grow(room.statuses, &room.statuses_room, count, sizeof *room.statuses);
    return room.statuses ? room.statuses : statuses;
}

static uint64_t bytes_of(const MPI_Status *status)
{
#ifdef OPEN_MPI
    return status->_ucount;
#else
    return (uint64_t)(uint32_t)status->count_lo |
           (uint64_t)((uint32_t)status->count_hi_and_cancelled >> 1) << 32;
#endif
}

static bool is_cancelled(const MPI_Status *status)
{
#ifdef OPEN_MPI
    return status->_cancelled;
#else
    return status->count_hi_and_cancelled & 1;
#endif
}

void request_tell_message(struct wrap_call *call, uint64_t order, const struct communicator *comm,
                          const MPI_Status *status)
{
    if (is_cancelled(status) || status->MPI_SOURCE == MPI_PROC_NULL) {
        if (wrap_logs && comm)
            wrap_value(call, FORMAT_VALUE_CANCELLED, order);
        return;
    }
    uint64_t bytes = bytes_of(status);
    call->bytes += bytes;
    if (!wrap_logs || !comm)
        return;
    wrap_value(call, FORMAT_VALUE_RECEIVED, order);
    wrap_value(call, FORMAT_VALUE_FROM,
               format_address(comm_peer(comm, status->MPI_SOURCE), status->MPI_TAG));
    wrap_value(call, FORMAT_VALUE_GOT, bytes);
}

static void end(struct wrap_call *call, MPI_Request handle, const MPI_Status *status)
{
    struct request *request = request_find(handle);
    if (!request)
        return;
    wrap_group(call);
    if (request->kind == REQUEST_RECEIVE)
        request_tell_message(call, request->order, request->comm, status);
    else if (wrap_logs && !request->is_shared)
        wrap_value(call,
                   request->kind == REQUEST_SEND ? FORMAT_VALUE_FINISHED : FORMAT_VALUE_UNITED,
                   request->order);
    if (!request->is_kept && !request->is_shared)
        request_remove(request);
}

void request_save(struct wrap_call *call, const MPI_Request *request)
{
    call->request = *request;
}

void request_waited(struct wrap_call *call, const MPI_Status *status)
{
    end(call, call->request, status);
}

void request_tested(struct wrap_call *call, const int *flag, const MPI_Status *status)
{
    if (*flag)
        end(call, call->request, status);
}

void request_save_all(struct wrap_call *call, int count, const MPI_Request *requests)
{
    room.requests = count > 0
                        ? grow(room.requests, &room.requests_room, count, sizeof *room.requests)
                        : room.requests;
    call->requests = room.requests && count > 0 ? count : 0;
    if (call->requests)
        memcpy(room.requests, requests, (size_t)count * sizeof *requests);
}

void request_waited_any(struct wrap_call *call, const int *index, const MPI_Status *status)
{
    if (*index != MPI_UNDEFINED && *index >= 0 && *index < call->requests)
        end(call, room.requests[*index], status);
}

void request_tested_any(struct wrap_call *call, const int *index, const int *flag,
                        const MPI_Status *status)
{
    if (*flag)
        request_waited_any(call, index, status);
}

void request_waited_all(struct wrap_call *call, const MPI_Status *statuses)
{
    if (statuses == MPI_STATUSES_IGNORE)
        return;
    for (int i = 0; i < call->requests; i++)
        end(call, room.requests[i], &statuses[i]);
}

void request_tested_all(struct wrap_call *call, const int *flag, const MPI_Status *statuses)
{
    if (*flag)
        request_waited_all(call, statuses);
}

void request_ended_some(struct wrap_call *call, const int *count, const int *indices,
                        const MPI_Status *statuses)
{
    for (int i = 0; *count != MPI_UNDEFINED && i < *count; i++) {
        if (indices[i] < call->requests && statuses != MPI_STATUSES_IGNORE)
            end(call, room.requests[indices[i]], &statuses[i]);
    }
}

/* Its end is never seen. */
void request_freed(struct wrap_call *call, const MPI_Request *request)
{
    (void)call;
    struct request *known = request_find(*request);
    if (known && !known->is_shared)
        request_remove(known);
}
