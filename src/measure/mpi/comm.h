/* comm.h: communicators: a name that all members agree on, and what was counted in each. */
#ifndef MEASURE_MPI_COMM_H
#define MEASURE_MPI_COMM_H

#include "format/communicator.h"
#include "measure/mpi/handles.h"

struct communicator {
    uint32_t row;    /* in places/P/communicators */
    int rank, size;  /* in its own group */
    int remote_size; /* of the group that peers are in: its own, or the other one */
    bool is_inter;
    int in, out;                     /* neighbours; -1: not asked for yet */
    const uint32_t *peers;           /* world ranks; NULL: every rank is its own */
    uint64_t sent, posted, together; /* so far */
    uint64_t copies;                 /* made of it by nonblocking calls */
};

/* NULL: nothing is known of it, and nothing can be. */
struct communicator *comm_of(MPI_Comm comm);

/* The world rank of a peer; FORMAT_ANY: it has none. */
uint32_t comm_peer(const struct communicator *comm, int rank);

/* The world rank of this process. */
uint32_t comm_self(void);

/* Asks for the numbers of its neighbours. */
void comm_find_neighbours(struct communicator *known, MPI_Comm comm);

/* Takes the next number of one of its counters: an order, as in format/event.h. */
static inline uint64_t comm_next(const struct communicator *comm, uint64_t *counter)
{
    return format_order(comm->row, __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED));
}

/* MPI_COMM_WORLD and MPI_COMM_SELF. Ranks that are apart agree on no other names. */
void comm_start(int rank, int size, bool apart);

/* Hook: MPI begins without them. Communicators have no names then. */
void comm_session(const struct wrap_call *call);

/* Hooks. One that was made by all its members together; by a nonblocking call; by processes that
 * may not call at the same time; one that is freed. */
void comm_made(const struct wrap_call *call, const MPI_Comm *comm);
void comm_made_later(const struct wrap_call *call, MPI_Comm parent, const MPI_Comm *comm);
void comm_made_apart(const struct wrap_call *call, const MPI_Comm *comm);
void comm_freed(const struct wrap_call *call, const MPI_Comm *comm);

#endif
