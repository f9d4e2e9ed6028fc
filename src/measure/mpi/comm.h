/* comm.h: communicators: the name that all members agree on, and the counters of each. */
#ifndef MEASURE_MPI_COMM_H
#define MEASURE_MPI_COMM_H

#include "format/communicator.h"
#include "measure/mpi/handles.h"

struct communicator {
    uint32_t row;    /* row of places/P/communicators */
    int rank, size;  /* in its own group */
    int remote_size; /* size of the group that peers are in: its own, or the remote one */
    bool is_inter;
    int in, out;           /* numbers of neighbours; -1: not known yet */
    uint64_t missing;      /* bits: those of them that are MPI_PROC_NULL, at edges of a grid */
    const uint32_t *peers; /* world ranks; NULL: ranks are world ranks */
    uint64_t sent, posted, together; /* operations so far */
    uint64_t copies;                 /* communicators that nonblocking calls made from it */
};

/* Returns the communicator; NULL if nothing can be known about it. */
struct communicator *comm_of(MPI_Comm comm);

/* Returns the world rank of a peer; FORMAT_ANY if it has none. */
uint32_t comm_peer(const struct communicator *comm, int rank);

/* Returns the world rank of this process. */
uint32_t comm_self(void);

/* Finds the neighbours of its topology. */
void comm_find_neighbours(struct communicator *known, MPI_Comm comm);

/* Returns the next number of one of its counters, as an order of format/event.h. */
static inline uint64_t comm_next(const struct communicator *comm, uint64_t *counter)
{
    return format_order(comm->row, __atomic_fetch_add(counter, 1, __ATOMIC_RELAXED));
}

/* Stores the communicator that a call is about, so that it is visible during the call. NULL: not
 * known. */
void comm_show(const struct wrap_call *call, const struct communicator *comm);

/* The same for the message that a call sends which also receives one. */
void comm_show_exchange(const struct communicator *comm, uint64_t address);

/* Returns the order of the next collective operation on it, which is visible from now on. */
uint64_t comm_next_together(struct communicator *comm);

/* Adds MPI_COMM_WORLD and MPI_COMM_SELF. With `apart`, ranks agree on no other names. */
void comm_start(int rank, int size, bool apart);

/* Hook: MPI begins by a session, without these. Communicators then have no names. */
void comm_session(const struct wrap_call *call);

/* Hooks: a communicator was made by all its members together; by a nonblocking call; by processes
 * that may not call at the same time; a communicator is freed. */
void comm_made(const struct wrap_call *call, const MPI_Comm *comm);
void comm_made_later(const struct wrap_call *call, MPI_Comm parent, const MPI_Comm *comm);
void comm_made_apart(const struct wrap_call *call, const MPI_Comm *comm);
void comm_freed(const struct wrap_call *call, const MPI_Comm *comm);

#endif
