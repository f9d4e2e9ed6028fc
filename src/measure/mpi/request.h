/* request.h: requests that are on their way, and what is known when they end. */
#ifndef MEASURE_MPI_REQUEST_H
#define MEASURE_MPI_REQUEST_H

#include "measure/mpi/comm.h"

enum request_kind {
    REQUEST_SEND = 1,
    REQUEST_RECEIVE,
    REQUEST_TOGETHER,
};

struct request {
    uint8_t kind;   /* enum request_kind */
    bool is_kept;   /* persistent: it stays when it ends */
    bool is_shared; /* MPI gave the same handle to several sends that had ended at once */
    uint64_t order;
    uint64_t address, size; /* of a persistent one: what each start begins */
    struct communicator *comm;
};

/* Keeps it; a copy is made. */
void request_add(const MPI_Request *handle, const struct request *request);

/* NULL: not known. */
struct request *request_find(MPI_Request handle);
void request_remove(struct request *request);

/* Instead of statuses that the caller does not want. */
static inline MPI_Status *request_status(struct wrap_call *call, MPI_Status *status)
{
    return status == MPI_STATUS_IGNORE ? &call->status : status;
}

MPI_Status *request_statuses(struct wrap_call *call, MPI_Status *statuses, int count);

/* The size of the message that a status tells of. */
static inline uint64_t request_bytes(const MPI_Status *status)
{
#ifdef OPEN_MPI
    return status->_ucount;
#else
    return (uint64_t)(uint32_t)status->count_lo |
           (uint64_t)((uint32_t)status->count_hi_and_cancelled >> 1) << 32;
#endif
}

/* Tells of a message that was received. */
void request_tell_message(struct wrap_call *call, uint64_t order, const struct communicator *comm,
                          const MPI_Status *status);

/* Hooks: the first of each pair before the call. */
void request_save(struct wrap_call *call, const MPI_Request *request);
void request_waited(struct wrap_call *call, const MPI_Status *status);
void request_tested(struct wrap_call *call, const int *flag, const MPI_Status *status);
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
