/* comm.c: see comm.h. Lookups take no lock; adding and freeing take the guard. */
#include "measure/mpi/comm.h"

#include "measure/clock.h"
#include "measure/communicators.h"
#include "measure/guard.h"
#include "measure/mpi/real.h"
#include "measure/place.h"

#include <sched.h>
#include <sys/mman.h>

enum {
    SLOTS = 4096, /* further live communicators are not distinguished */
    CHUNK = 65536,
    MOST_COPIES = 2047,
};

_Static_assert((SLOTS & (SLOTS - 1)) == 0, "handles_slot() needs a power of two");

#define COPY UINT64_C(0x80000000)

static struct slot {
    uint64_t handle;
    struct communicator *comm;
} table[SLOTS];

static bool has_begun, has_world; /* MPI has begun; by MPI_Init, not by a session */
static bool are_apart;            /* ranks do not communicate with each other for Triptych */
static uint32_t world_rank;
static uint32_t made; /* communicators that this process named as a leader */

static struct slot *find(MPI_Comm comm)
{
    uint64_t handle = HANDLE_BITS(comm);
    for (size_t i = 0, slot = handles_slot(handle, SLOTS); i < SLOTS; i++) {
        struct slot *at = &table[(slot + i) & (SLOTS - 1)];
        uint64_t found = __atomic_load_n(&at->handle, __ATOMIC_ACQUIRE);
        if (found == handle)
            return at;
        if (!found)
            break;
    }
    return NULL;
}

/* Returns a slot for a new communicator; slots of freed ones are reused. The guard must be held.
 * NULL if there is none. */
static struct slot *take(MPI_Comm comm)
{
    uint64_t handle = HANDLE_BITS(comm);
    struct slot *known = find(comm);
    for (size_t i = 0, slot = handles_slot(handle, SLOTS); !known && i < SLOTS; i++) {
        struct slot *at = &table[(slot + i) & (SLOTS - 1)];
        if (!at->comm)
            known = at;
    }
    return known;
}

/* Returns private memory, which is never freed; NULL if there is none. */
static void *allocate(size_t bytes)
{
    static uint64_t used = CHUNK; /* bytes of the chunk in use */
    static char *chunk;
    static bool taken;
    void *got = NULL;
    bytes = (bytes + 15) & ~(size_t)15;
    while (__atomic_test_and_set(&taken, __ATOMIC_ACQUIRE))
        sched_yield();
    if (bytes > CHUNK - used) {
        size_t more = bytes > CHUNK ? bytes : CHUNK;
        char *fresh = mmap(NULL, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (fresh != MAP_FAILED && more > CHUNK) {
            got = fresh;
        } else if (fresh != MAP_FAILED) {
            chunk = fresh;
            used = 0;
        }
    }
    if (!got && bytes <= CHUNK - used) {
        got = chunk + used;
        used += bytes;
    }
    __atomic_clear(&taken, __ATOMIC_RELEASE);
    return got;
}

/* Stores the world ranks of a group; FORMAT_ANY for processes outside the world. */
static bool translate(MPI_Group group, uint32_t *ranks, int size)
{
    MPI_Group world;
    for (int i = 0; i < size && !has_world; i++)
        ranks[i] = FORMAT_ANY;
    if (!has_world)
        return true;
    if (WRAP_REAL(PMPI_Comm_group)(handles.world, &world) != MPI_SUCCESS)
        return false;
    bool good = true;
    for (int i = 0; i < size && good; i++) {
        int there;
        good = WRAP_REAL(PMPI_Group_translate_ranks)(group, 1, &i, world, &there) == MPI_SUCCESS;
        ranks[i] = there == MPI_UNDEFINED ? FORMAT_ANY : (uint32_t)there;
    }
    WRAP_REAL(PMPI_Group_free)(&world);
    return good;
}

/* Properties of a communicator that only MPI knows. */
struct facts {
    int rank, size, remote_size, is_inter;
    uint32_t *own, *other; /* world ranks */
};

static bool ask(MPI_Comm comm, struct facts *facts)
{
    MPI_Group group;
    WRAP_REAL(PMPI_Comm_rank)(comm, &facts->rank);
    WRAP_REAL(PMPI_Comm_size)(comm, &facts->size);
    WRAP_REAL(PMPI_Comm_test_inter)(comm, &facts->is_inter);
    facts->own = allocate((size_t)facts->size * sizeof *facts->own);
    if (!facts->own || WRAP_REAL(PMPI_Comm_group)(comm, &group) != MPI_SUCCESS)
        return false;
    bool good = translate(group, facts->own, facts->size);
    WRAP_REAL(PMPI_Group_free)(&group);
    if (!good || !facts->is_inter)
        return good;
    WRAP_REAL(PMPI_Comm_remote_size)(comm, &facts->remote_size);
    facts->other = allocate((size_t)facts->remote_size * sizeof *facts->other);
    if (!facts->other || WRAP_REAL(PMPI_Comm_remote_group)(comm, &group) != MPI_SUCCESS)
        return false;
    good = translate(group, facts->other, facts->remote_size);
    WRAP_REAL(PMPI_Group_free)(&group);
    return good;
}

/* Writes the record of a communicator; returns its row, or 0. Members are written by the leader,
 * and where the other members' name is not known. */
static uint32_t write_record(const struct facts *facts, uint64_t id,
                             enum format_communicator_kind kind)
{
    const struct format_communicator record = {
        .id = id,
        .kind = kind,
        .rank = (uint32_t)facts->rank,
        .size = (uint32_t)facts->size,
        .remote_size = (uint32_t)facts->remote_size,
        .made = measure_clock_now(),
    };
    bool is_leader = facts->rank == 0 && facts->own && id >> 32 == facts->own[0];
    bool has_members =
        is_leader || kind == FORMAT_COMMUNICATOR_ALONE || (!(uint32_t)id && !facts->rank);
    return measure_communicators_add(&record, has_members ? facts->own : NULL, facts->other);
}

/* Adds a communicator. Call it without the guard. NULL if nothing is measured, or if there is no
 * room. */
static struct communicator *add(MPI_Comm comm, const struct facts *facts, uint64_t id,
                                enum format_communicator_kind kind)
{
    if (!measure_place_is_measuring())
        return NULL;
    sigset_t before;
    measure_guard_enter(&before);
    struct slot *slot = take(comm);
    struct communicator *known = slot ? allocate(sizeof *known) : NULL;
    uint32_t row = known ? write_record(facts, id, kind) : 0;
    if (row) {
        *known = (struct communicator){
            .row = row,
            .rank = facts->rank,
            .size = facts->size,
            .remote_size = facts->is_inter ? facts->remote_size : facts->size,
            .is_inter = facts->is_inter,
            .in = -1,
            .peers = facts->is_inter ? facts->other : facts->own,
        };
        __atomic_store_n(&slot->comm, known, __ATOMIC_RELEASE);
        __atomic_store_n(&slot->handle, HANDLE_BITS(comm), __ATOMIC_RELEASE);
    }
    measure_guard_leave(&before);
    return row ? known : NULL;
}

static struct communicator *add_alone(MPI_Comm comm)
{
    struct facts facts = {0};
    return comm != handles.no_comm && has_begun && ask(comm, &facts)
               ? add(comm, &facts, FORMAT_NO_MEMBERS, FORMAT_COMMUNICATOR_ALONE)
               : NULL;
}

struct communicator *comm_of(MPI_Comm comm)
{
    struct slot *slot = find(comm);
    struct communicator *known = slot ? __atomic_load_n(&slot->comm, __ATOMIC_ACQUIRE) : NULL;
    return __builtin_expect(known != NULL, 1) ? known : add_alone(comm);
}

uint32_t comm_peer(const struct communicator *comm, int rank)
{
    if (rank < 0 || rank >= comm->remote_size)
        return FORMAT_ANY;
    return comm->peers ? comm->peers[rank] : (uint32_t)rank;
}

void comm_show(const struct wrap_call *call, const struct communicator *comm)
{
    if (!call->node)
        return;
    uint32_t *flags = &measure_lane_own->record->flags;
    *flags = format_lane_about(*flags, comm ? comm->row : 0);
}

void comm_show_exchange(const struct communicator *comm, uint64_t address)
{
    struct format_communicator *record = measure_communicators_at(comm->row);
    if (!record || !measure_lane_own)
        return;
    record->exchange_lane = measure_lane_own->record->number + 1;
    record->exchange_to = (uint32_t)address + 1; /* FORMAT_ANY becomes 0 */
    record->exchange_tag = (uint32_t)(address >> 32);
}

uint64_t comm_next_together(struct communicator *comm)
{
    uint64_t order = comm_next(comm, &comm->together);
    struct format_communicator *record = measure_communicators_at(comm->row);
    if (record)
        record->together = (uint32_t)order + 1;
    return order;
}

uint32_t comm_self(void)
{
    return world_rank;
}

/* Returns the neighbours in a grid that are missing, as bits. */
static uint64_t find_missing(MPI_Comm grid, int dimensions)
{
    uint64_t missing = 0;
    for (int i = 0; i < dimensions && i < 32; i++) {
        int below = 0, above = 0;
        WRAP_REAL(PMPI_Cart_shift)(grid, i, 1, &below, &above);
        missing |= (uint64_t)(below == MPI_PROC_NULL) << 2 * i;
        missing |= (uint64_t)(above == MPI_PROC_NULL) << (2 * i + 1);
    }
    return missing;
}

void comm_find_neighbours(struct communicator *known, MPI_Comm comm)
{
    int topology = MPI_UNDEFINED, count = 0, out = 0, weighted;
    WRAP_REAL(PMPI_Topo_test)(comm, &topology);
    if (topology == MPI_CART) {
        WRAP_REAL(PMPI_Cartdim_get)(comm, &count);
        known->missing = find_missing(comm, count);
        count *= 2;
        out = count;
    } else if (topology == MPI_GRAPH) {
        WRAP_REAL(PMPI_Graph_neighbors_count)(comm, known->rank, &count);
        out = count;
    } else if (topology == MPI_DIST_GRAPH) {
        WRAP_REAL(PMPI_Dist_graph_neighbors_count)(comm, &count, &out, &weighted);
    }
    known->out = out;
    __atomic_store_n(&known->in, count, __ATOMIC_RELEASE);
}

void comm_start(int rank, int size, bool apart)
{
    world_rank = (uint32_t)rank;
    has_begun = has_world = true;
    are_apart = apart;
    struct facts world = {.rank = rank, .size = size};
    world.own = allocate((size_t)size * sizeof *world.own);
    struct facts self = {.size = 1, .own = &world_rank};
    for (int i = 0; i < size && world.own; i++)
        world.own[i] = (uint32_t)i;
    if (!world.own)
        return;
    add(handles.world, &world, 0, FORMAT_COMMUNICATOR_INTRA);
    add(handles.self, &self, (uint64_t)(world_rank + 1) << 32, FORMAT_COMMUNICATOR_INTRA);
    wrap_look(); /* a program with probes was a place before it called MPI */
}

void comm_session(const struct wrap_call *call)
{
    (void)call;
    if (!has_begun)
        handles_start();
    has_begun = true;
}

static uint64_t new_id(void)
{
    return (uint64_t)world_rank << 32 | __atomic_add_fetch(&made, 1, __ATOMIC_RELAXED);
}

/* Agrees on an id across an intercommunicator: both groups learn the other leader's proposal, then
 * what the other group received from their own, and take the lower one. */
static bool agree_between(MPI_Comm comm, int rank, uint64_t *id)
{
    uint64_t own = rank == 0 ? new_id() : 0, other = 0, back = 0;
    bool good = WRAP_REAL(PMPI_Allreduce)(&own, &other, 1, handles.number, handles.max, comm) ==
                    MPI_SUCCESS &&
                WRAP_REAL(PMPI_Allreduce)(&other, &back, 1, handles.number, handles.max, comm) ==
                    MPI_SUCCESS;
    *id = other < back ? other : back;
    return good;
}

static bool agree(MPI_Comm comm, const struct facts *facts, uint64_t *id)
{
    if (facts->is_inter)
        return agree_between(comm, facts->rank, id);
    *id = facts->rank == 0 ? new_id() : 0;
    return WRAP_REAL(PMPI_Bcast)(id, 1, handles.number, 0, comm) == MPI_SUCCESS;
}

/* All members call this, and agree on the id before each tests whether it has anything to write. */
void comm_made(const struct wrap_call *call, const MPI_Comm *comm)
{
    struct facts facts = {0};
    uint64_t id;
    if (are_apart)
        comm_made_apart(call, comm);
    if (are_apart || *comm == handles.no_comm || !has_world || !ask(*comm, &facts) ||
        !agree(*comm, &facts, &id))
        return;
    add(*comm, &facts, id, facts.is_inter ? FORMAT_COMMUNICATOR_INTER : FORMAT_COMMUNICATOR_INTRA);
}

/* The communicator cannot be used yet, but all members of its parent make such communicators in the
 * same order, which gives them a common name. */
void comm_made_later(const struct wrap_call *call, MPI_Comm parent, const MPI_Comm *comm)
{
    (void)call;
    struct communicator *from = comm_of(parent);
    if (!from || from->is_inter || *comm == handles.no_comm)
        return;
    const struct format_communicator *record = measure_communicators_at(from->row);
    struct facts facts = {.rank = from->rank, .size = from->size, .own = (uint32_t *)from->peers};
    uint64_t number = __atomic_add_fetch(&from->copies, 1, __ATOMIC_RELAXED);
    bool has_name = number <= MOST_COPIES && !(record->id & COPY) && record->id % COPY < 1 << 20;
    add(*comm, &facts, has_name ? (record->id | COPY) + (number << 20) : FORMAT_NO_MEMBERS,
        has_name ? record->kind : FORMAT_COMMUNICATOR_ALONE);
}

void comm_made_apart(const struct wrap_call *call, const MPI_Comm *comm)
{
    (void)call;
    if (*comm != handles.no_comm)
        add_alone(*comm);
}

void comm_freed(const struct wrap_call *call, const MPI_Comm *comm)
{
    (void)call;
    struct slot *slot = find(*comm);
    struct communicator *known = slot ? slot->comm : NULL;
    struct format_communicator *record = known ? measure_communicators_at(known->row) : NULL;
    if (!record)
        return;
    record->freed = measure_clock_now();
    __atomic_store_n(&slot->comm, NULL, __ATOMIC_RELEASE);
}
