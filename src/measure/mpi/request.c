/* request.c: see request.h. A slot is found by its handle among a few neighbours, and taken by
 * compare-and-swap, without locks. A request belongs to one thread at a time, as MPI requires. */
#include "measure/mpi/request.h"

#include "measure/guard.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum { MORE_SLOTS = 1 << 22 }; /* for programs with very many requests */

struct request request_table[REQUEST_SLOTS + REQUEST_WAYS];
uint32_t request_care;
static struct request *more; /* allocated when it is needed */

__thread __attribute__((tls_model("initial-exec"),
                        visibility("hidden"))) struct request_room request_room;

/* Returns the slot with that handle (0: a free one) among those from `at` on; NULL if there is
 * none. */
static struct request *look(struct request *at, uint64_t handle)
{
    for (size_t i = 0; i < REQUEST_WAYS; i++) {
        if (__atomic_load_n(&at[i].handle, __ATOMIC_RELAXED) == handle)
            return &at[i];
    }
    return NULL;
}

static struct request *take(struct request *at, uint64_t handle)
{
    for (;;) {
        struct request *found = look(at, 0);
        uint64_t empty = 0;
        if (!found || __atomic_compare_exchange_n(&found->handle, &empty, handle, false,
                                                  __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return found;
    }
}

static struct request *slot_of_more(uint64_t handle)
{
    struct request *table = __atomic_load_n(&more, __ATOMIC_ACQUIRE);
    return table ? &table[handles_slot(handle, MORE_SLOTS)] : NULL;
}

static void make_more(void)
{
    size_t bytes = (MORE_SLOTS + REQUEST_WAYS) * sizeof *more;
    sigset_t before;
    measure_guard_enter(&before);
    void *memory = more ? MAP_FAILED
                        : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED)
        __atomic_store_n(&more, memory, __ATOMIC_RELEASE);
    measure_guard_leave(&before);
}

void request_start(bool threads)
{
    if (threads)
        __atomic_add_fetch(&request_care, 1, __ATOMIC_RELAXED);
}

struct request *request_find_far(uint64_t handle)
{
    struct request *found = look(request_slot(handle), handle), *there = slot_of_more(handle);
    return found || !there ? found : look(there, handle);
}

void request_add_far(const struct request *request)
{
    uint64_t handle = request->handle;
    struct request *at = request_find((MPI_Request)(uintptr_t)handle),
                   *first = request_slot(handle);
    if (at && at->kind == REQUEST_SEND && request->kind == REQUEST_SEND) {
        at->is_shared = true;
        return;
    }
    if (!at) {
        at = take(first, handle);
        if (!at) {
            make_more();
            at = more ? take(slot_of_more(handle), handle) : NULL;
        }
        if (at && at != first)
            __atomic_add_fetch(&request_care, 1, __ATOMIC_RELAXED);
    }
    if (at)
        *at = *request;
}

void request_remove_far(struct request *request)
{
    bool first = request == request_slot(request->handle);
    __atomic_store_n(&request->handle, 0, __ATOMIC_RELEASE);
    if (!first)
        __atomic_sub_fetch(&request_care, 1, __ATOMIC_RELAXED);
}

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
    request_room.statuses = grow(request_room.statuses, &request_room.statuses_room, count,
                                 sizeof *request_room.statuses);
    return request_room.statuses ? request_room.statuses : statuses;
}

void request_tell_message(struct wrap_call *call, uint64_t order, const struct communicator *comm,
                          const MPI_Status *status)
{
    if (request_is_cancelled(status) || status->MPI_SOURCE == MPI_PROC_NULL) {
        if (wrap_logs && comm)
            wrap_value(call, FORMAT_VALUE_CANCELLED, order);
        return;
    }
    uint64_t bytes = request_bytes(status);
    call->bytes += bytes;
    if (!wrap_logs || !comm)
        return;
    wrap_value(call, FORMAT_VALUE_RECEIVED, order);
    wrap_value(call, FORMAT_VALUE_FROM,
               format_address(comm_peer(comm, status->MPI_SOURCE), status->MPI_TAG));
    wrap_value(call, FORMAT_VALUE_GOT, bytes);
}

void request_put_back(const struct request_saved *saved)
{
    if (saved->kind && !saved->stays)
        request_add(&(struct request){
            .handle = saved->handle,
            .kind = saved->kind,
            .order = saved->order,
            .comm = saved->comm,
        });
}

void request_end_far(struct wrap_call *call, struct request_saved *saved, const MPI_Status *status)
{
    bool is_shared = saved->stays && saved->stays->is_shared;
    if (saved->stays)
        saved->stays->is_active = false;
    wrap_group(call);
    if (saved->kind == REQUEST_RECEIVE)
        request_tell_message(call, saved->order, saved->comm, status);
    else if (wrap_logs && saved->comm && !is_shared)
        wrap_value(call, saved->kind == REQUEST_SEND ? FORMAT_VALUE_FINISHED : FORMAT_VALUE_UNITED,
                   saved->order);
}

void request_save_all(struct wrap_call *call, int count, const MPI_Request *requests)
{
    struct request_room *room = &request_room;
    if (count > 0)
        room->many = grow(room->many, &room->many_room, count, sizeof *room->many);
    call->requests = room->many && count > 0 ? count : 0;
    for (int i = 0; i < call->requests; i++)
        request_take(&room->many[i], requests[i]);
}

static void end(struct wrap_call *call, struct request_saved *saved, const MPI_Status *status)
{
    if (saved->kind)
        request_end(call, saved, status);
}

static void put_all_back(const struct wrap_call *call)
{
    for (int i = 0; i < call->requests; i++)
        request_put_back(&request_room.many[i]);
}

static void end_one(struct wrap_call *call, int index, const MPI_Status *status)
{
    if (index != MPI_UNDEFINED && index >= 0 && index < call->requests)
        end(call, &request_room.many[index], status);
}

void request_waited_any(struct wrap_call *call, const int *index, const MPI_Status *status)
{
    end_one(call, *index, status);
    put_all_back(call);
}

void request_tested_any(struct wrap_call *call, const int *index, const int *flag,
                        const MPI_Status *status)
{
    if (*flag)
        end_one(call, *index, status);
    put_all_back(call);
}

void request_waited_all(struct wrap_call *call, const MPI_Status *statuses)
{
    for (int i = 0; i < call->requests && statuses != MPI_STATUSES_IGNORE; i++)
        end(call, &request_room.many[i], &statuses[i]);
}

void request_tested_all(struct wrap_call *call, const int *flag, const MPI_Status *statuses)
{
    if (*flag)
        request_waited_all(call, statuses);
    else
        put_all_back(call);
}

void request_ended_some(struct wrap_call *call, const int *count, const int *indices,
                        const MPI_Status *statuses)
{
    for (int i = 0; *count != MPI_UNDEFINED && i < *count; i++) {
        if (statuses != MPI_STATUSES_IGNORE)
            end_one(call, indices[i], &statuses[i]);
    }
    put_all_back(call);
}

/* A freed request: its end is never seen. */
void request_freed(struct wrap_call *call, const MPI_Request *request)
{
    (void)call;
    struct request *known = request_find(*request);
    if (known && !known->is_shared)
        request_remove(known);
}
