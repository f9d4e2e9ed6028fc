/* mpi.h: the facts about a call of MPI, as the column `mpi` of the table regions has them.
 *
 *   bits  0 to 4   enum format_mpi_kind: what the call does; 0: the region is no such call
 *   bits  5 to 9   enum format_mpi_operation, of a collective operation
 *   bits 10 to 12  enum format_mpi_peer: which argument names another rank
 *   bits 16 to 19  enum format_mpi_flag
 *
 * The facts are found once, when a region gets its row (archive/messages/mpi_calls.h). All readers
 * use the column; none compares names. The numbers are on disk: add at the end, never renumber. */
#ifndef FORMAT_MPI_H
#define FORMAT_MPI_H

#include <stdbool.h>
#include <stdint.h>

enum format_mpi_kind {
    FORMAT_MPI_NONE,
    FORMAT_MPI_SEND,
    FORMAT_MPI_RECEIVE,
    FORMAT_MPI_EXCHANGE, /* sends and receives */
    FORMAT_MPI_WAIT,     /* waits for requests to complete, or tests them */
    FORMAT_MPI_PROBE,
    FORMAT_MPI_START, /* of a persistent request */
    FORMAT_MPI_COLLECTIVE,
    FORMAT_MPI_MEMORY, /* one-sided communication, and its windows */
    FORMAT_MPI_COMMUNICATOR,
    FORMAT_MPI_DATATYPE,
    FORMAT_MPI_IO,
    FORMAT_MPI_INIT,
    FORMAT_MPI_FINALIZE,
    FORMAT_MPI_ABORT,
    FORMAT_MPI_OTHER,
    FORMAT_MPI_KINDS,
};

enum format_mpi_operation {
    FORMAT_MPI_NO_OPERATION,
    FORMAT_MPI_BARRIER,
    FORMAT_MPI_BCAST,
    FORMAT_MPI_GATHER,
    FORMAT_MPI_GATHERV,
    FORMAT_MPI_SCATTER,
    FORMAT_MPI_SCATTERV,
    FORMAT_MPI_ALLGATHER,
    FORMAT_MPI_ALLGATHERV,
    FORMAT_MPI_ALLTOALL,
    FORMAT_MPI_ALLTOALLV,
    FORMAT_MPI_ALLTOALLW,
    FORMAT_MPI_ALLREDUCE,
    FORMAT_MPI_REDUCE,
    FORMAT_MPI_REDUCE_SCATTER,
    FORMAT_MPI_REDUCE_SCATTER_BLOCK,
    FORMAT_MPI_SCAN,
    FORMAT_MPI_EXSCAN,
    FORMAT_MPI_NEIGHBOR, /* any operation among neighbours */
};

enum format_mpi_peer {
    FORMAT_MPI_NO_PEER,
    FORMAT_MPI_SOURCE,      /* also the target of MPI_Get */
    FORMAT_MPI_DESTINATION, /* also the target of MPI_Put */
    FORMAT_MPI_BOTH,        /* a source and a destination, or one that is both */
    FORMAT_MPI_ROOT,
};

enum format_mpi_flag {
    FORMAT_MPI_BEGINS = 1 << 16, /* only begins: another call completes it */
    FORMAT_MPI_LOCAL = 1 << 17,  /* returns without waiting for any other process */
    FORMAT_MPI_MANY = 1 << 18,   /* is about several requests */
    FORMAT_MPI_ALIEN = 1 << 19,  /* communication by another library than MPI */
};

static inline uint32_t format_mpi_facts(enum format_mpi_kind kind,
                                        enum format_mpi_operation operation,
                                        enum format_mpi_peer peer, uint32_t flags)
{
    return (uint32_t)kind | (uint32_t)operation << 5 | (uint32_t)peer << 10 | flags;
}

static inline enum format_mpi_kind format_mpi_kind(uint32_t facts)
{
    return (enum format_mpi_kind)(facts & 31);
}

static inline enum format_mpi_operation format_mpi_operation(uint32_t facts)
{
    return (enum format_mpi_operation)(facts >> 5 & 31);
}

static inline enum format_mpi_peer format_mpi_peer(uint32_t facts)
{
    return (enum format_mpi_peer)(facts >> 10 & 7);
}

/* Returns the word for what a call does: "send", "collective"; "" for a region that is no call. */
static inline const char *format_mpi_word(uint32_t facts)
{
    static const char *const words[FORMAT_MPI_KINDS] = {
        [FORMAT_MPI_NONE] = "",
        [FORMAT_MPI_SEND] = "send",
        [FORMAT_MPI_RECEIVE] = "receive",
        [FORMAT_MPI_EXCHANGE] = "exchange",
        [FORMAT_MPI_WAIT] = "wait",
        [FORMAT_MPI_PROBE] = "probe",
        [FORMAT_MPI_START] = "start",
        [FORMAT_MPI_COLLECTIVE] = "collective",
        [FORMAT_MPI_MEMORY] = "memory",
        [FORMAT_MPI_COMMUNICATOR] = "communicator",
        [FORMAT_MPI_DATATYPE] = "datatype",
        [FORMAT_MPI_IO] = "I/O",
        [FORMAT_MPI_INIT] = "other",
        [FORMAT_MPI_FINALIZE] = "other",
        [FORMAT_MPI_ABORT] = "other",
        [FORMAT_MPI_OTHER] = "other",
    };
    enum format_mpi_kind kind = format_mpi_kind(facts);
    return kind < FORMAT_MPI_KINDS ? words[kind] : "other";
}

/* Returns the word for the argument that names another rank: "source", "root"; "": none does. */
static inline const char *format_mpi_peer_word(uint32_t facts)
{
    static const char *const words[] = {
        [FORMAT_MPI_NO_PEER] = "",
        [FORMAT_MPI_SOURCE] = "source",
        [FORMAT_MPI_DESTINATION] = "destination",
        [FORMAT_MPI_BOTH] = "both",
        [FORMAT_MPI_ROOT] = "root",
    };
    enum format_mpi_peer peer = format_mpi_peer(facts);
    return peer < sizeof words / sizeof words[0] ? words[peer] : "";
}

/* True for MPI_Init, MPI_Init_thread and MPI_Finalize, which are around all other calls. */
static inline bool format_mpi_is_frame(uint32_t facts)
{
    return format_mpi_kind(facts) == FORMAT_MPI_INIT ||
           format_mpi_kind(facts) == FORMAT_MPI_FINALIZE;
}

#endif
