/* request.c: see request.h. A slot is found by its handle among a few neighbours, and taken by
 * compare-and-swap: no locks. A request belongs to one thread at a time: MPI demands it. */
#include "measure/mpi/request.h"

#include "measure/guard.h"

#include <stddef.h>
#include <string.h>
#include <sys/mman.h>

enum {
    SLOTS = 1 << 16,
    MORE_SLOTS = 1 << 22, /* for programs that have very many */
    WAYS = 8,             /* neighbours that are looked at: a line of the cache or two */
};

/* The handles stand apart from what is known of them, so that looking for one touches little. */
struct table {
    size_t size;
    uint64_t *handles;
    struct request *requests;
};

static uint64_t first_handles[SLOTS + WAYS];
static struct request first_requests[SLOTS + WAYS];
static const struct table first = {SLOTS, first_handles, first_requests};
static struct table more; /* made when it is needed */
static bool has_more;

/* The index of a slot with that handle (0: of a free one), from `at` on; -1: none. */
static inline ptrdiff_t look(const struct table *table, size_t at, uint64_t handle)
{
    for (size_t i = at; i < at + WAYS; i++) {
        if (__atomic_load_n(&table->handles[i], __ATOMIC_RELAXED) == handle)
            return (ptrdiff_t)i;
    }
    return -1;
}

static struct request *find(const struct table *table, uint64_t handle)
{
    ptrdiff_t at = look(table, handles_slot(handle, table->size), handle);
    __atomic_thread_fence(__ATOMIC_ACQUIRE);
    return at < 0 ? NULL : &table->requests[at];
}

static struct request *take(const struct table *table, uint64_t handle)
{
    for (;;) {
        ptrdiff_t at = look(table, handles_slot(handle, table->size), 0);
        uint64_t empty = 0;
        if (at < 0)
            return NULL;
        if (__atomic_compare_exchange_n(&table->handles[at], &empty, handle, false,
                                        __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
            return &table->requests[at];
    }
}

/* A request that is waited for or tested: it is taken out before, because when it has ended another
 * thread may get the same handle at once; what has not ended is put back. */
struct saved {
    MPI_Request handle;
    struct request request; /* kind 0: not known */
};

static void make_more(void)
{
    size_t slots = MORE_SLOTS + WAYS, bytes = slots * (sizeof(uint64_t) + sizeof(struct request));
    sigset_t before;
    guard_enter(&before);
    void *memory = has_more ? MAP_FAILED
                            : mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory != MAP_FAILED) {
        more = (struct table){MORE_SLOTS, memory, (struct request *)((uint64_t *)memory + slots)};
        __atomic_store_n(&has_more, true, __ATOMIC_RELEASE);
    }
    guard_leave(&before);
}

struct request *request_find(MPI_Request handle)
{
    if (handle == handles.no_request)
        return NULL;
    struct request *found = find(&first, HANDLE_BITS(handle));
    if (!found && __builtin_expect(__atomic_load_n(&has_more, __ATOMIC_ACQUIRE), 0))
        found = find(&more, HANDLE_BITS(handle));
    return found;
}

void request_add(const MPI_Request *handle, const struct request *request)
{
    if (*handle == handles.no_request)
        return;
    struct request *at = request_find(*handle);
    if (at && at->kind == REQUEST_SEND && request->kind == REQUEST_SEND) {
        at->is_shared = true;
        return;
    }
    if (!at)
        at = take(&first, HANDLE_BITS(*handle));
    if (__builtin_expect(!at, 0)) {
        make_more();
        at = has_more ? take(&more, HANDLE_BITS(*handle)) : NULL;
    }
    if (at)
        *at = *request;
}

void request_remove(struct request *request)
{
    const struct table *table = &first;
    if (request < first_requests || request >= first_requests + SLOTS + WAYS)
        table = &more;
    __atomic_store_n(&table->handles[request - table->requests], 0, __ATOMIC_RELEASE);
}

/* What a call needs to keep, for each thread. */
struct room {
    struct saved one;
    struct saved *many;
    MPI_Status *statuses;
    int statuses_room, many_room;
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
    uint64_t bytes = request_bytes(status);
    call->bytes += bytes;
    if (!wrap_logs || !comm)
        return;
    wrap_value(call, FORMAT_VALUE_RECEIVED, order);
    wrap_value(call, FORMAT_VALUE_FROM,
               format_address(comm_peer(comm, status->MPI_SOURCE), status->MPI_TAG));
    wrap_value(call, FORMAT_VALUE_GOT, bytes);
}

static void save(struct saved *saved, MPI_Request handle)
{
    struct request *known = request_find(handle);
    saved->handle = handle;
    saved->request.kind = 0;
    if (!known)
        return;
    saved->request = *known;
    if (!known->is_kept && !known->is_shared)
        request_remove(known);
}

static void put_back(const struct saved *saved)
{
    const struct request *request = &saved->request;
    if (request->kind && !request->is_kept && !request->is_shared)
        request_add(&saved->handle, request);
}

static void end(struct wrap_call *call, struct saved *saved, const MPI_Status *status)
{
    const struct request *request = &saved->request;
    if (!request->kind)
        return;
    wrap_group(call);
    if (request->kind == REQUEST_RECEIVE)
        request_tell_message(call, request->order, request->comm, status);
    else if (wrap_logs && !request->is_shared)
        wrap_value(call,
                   request->kind == REQUEST_SEND ? FORMAT_VALUE_FINISHED : FORMAT_VALUE_UNITED,
                   request->order);
    saved->request.kind = 0;
}

void request_save(struct wrap_call *call, const MPI_Request *request)
{
    (void)call;
    save(&room.one, *request);
}

void request_waited(struct wrap_call *call, const MPI_Status *status)
{
    end(call, &room.one, status);
}

void request_tested(struct wrap_call *call, const int *flag, const MPI_Status *status)
{
    if (*flag)
        end(call, &room.one, status);
    else
        put_back(&room.one);
}

void request_save_all(struct wrap_call *call, int count, const MPI_Request *requests)
{
    if (count > 0)
        room.many = grow(room.many, &room.many_room, count, sizeof *room.many);
    call->requests = room.many && count > 0 ? count : 0;
    for (int i = 0; i < call->requests; i++)
        save(&room.many[i], requests[i]);
}

static void put_all_back(const struct wrap_call *call)
{
    for (int i = 0; i < call->requests; i++)
        put_back(&room.many[i]);
}

static void end_one(struct wrap_call *call, int index, const MPI_Status *status)
{
    if (index != MPI_UNDEFINED && index >= 0 && index < call->requests)
        end(call, &room.many[index], status);
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
        end(call, &room.many[i], &statuses[i]);
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

/* Its end is never seen. */
void request_freed(struct wrap_call *call, const MPI_Request *request)
{
    (void)call;
    struct request *known = request_find(*request);
    if (known && !known->is_shared)
        request_remove(known);
}
