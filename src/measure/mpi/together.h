/* together.h: hooks of collective operations. The bytes that a process gives and takes are counted
 * from its buffers; MPI may move more or fewer. */
#ifndef MEASURE_MPI_TOGETHER_H
#define MEASURE_MPI_TOGETHER_H

#include "measure/mpi/request.h"
#include "measure/mpi/type.h"

void together_barrier(struct wrap_call *call, MPI_Comm comm);
void together_bcast(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int root,
                    MPI_Comm comm);
void together_reduce(struct wrap_call *call, MPI_Count count, MPI_Datatype type, int root,
                     MPI_Comm comm);
void together_same(struct wrap_call *call, MPI_Count count, MPI_Datatype type, MPI_Comm comm);
void together_exscan(struct wrap_call *call, MPI_Count count, MPI_Datatype type, MPI_Comm comm);
void together_reduce_block(struct wrap_call *call, MPI_Count count, MPI_Datatype type,
                           MPI_Comm comm);
void together_reduce_scatter(struct wrap_call *call, const void *counts, size_t size,
                             MPI_Datatype type, MPI_Comm comm);

/* An array of counts comes with the size of its elements. */
void together_gather(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                     MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                     MPI_Comm comm);
void together_gatherv(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                      MPI_Datatype sendtype, const void *recvcounts, size_t size,
                      MPI_Datatype recvtype, int root, MPI_Comm comm);
void together_scatter(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                      MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                      MPI_Comm comm);
void together_scatterv(struct wrap_call *call, const void *buffer, const void *sendcounts,
                       size_t size, MPI_Datatype sendtype, MPI_Count recvcount,
                       MPI_Datatype recvtype, int root, MPI_Comm comm);
void together_allgather(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                        MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype,
                        MPI_Comm comm);
void together_allgatherv(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                         MPI_Datatype sendtype, const void *recvcounts, size_t size,
                         MPI_Datatype recvtype, MPI_Comm comm);
void together_alltoall(struct wrap_call *call, const void *buffer, MPI_Count sendcount,
                       MPI_Datatype sendtype, MPI_Count recvcount, MPI_Datatype recvtype,
                       MPI_Comm comm);
void together_alltoallv(struct wrap_call *call, const void *buffer, const void *sendcounts,
                        size_t sendsize, MPI_Datatype sendtype, const void *recvcounts,
                        size_t recvsize, MPI_Datatype recvtype, MPI_Comm comm);
void together_alltoallw(struct wrap_call *call, const void *buffer, const void *sendcounts,
                        size_t sendsize, const MPI_Datatype *sendtypes, const void *recvcounts,
                        size_t recvsize, const MPI_Datatype *recvtypes, MPI_Comm comm);

/* Operations with the neighbours of a topology. */
void together_near_gather(struct wrap_call *call, MPI_Count sendcount, MPI_Datatype sendtype,
                          MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
void together_near_gatherv(struct wrap_call *call, MPI_Count sendcount, MPI_Datatype sendtype,
                           const void *recvcounts, size_t size, MPI_Datatype recvtype,
                           MPI_Comm comm);
void together_near_all(struct wrap_call *call, MPI_Count sendcount, MPI_Datatype sendtype,
                       MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
void together_near_allv(struct wrap_call *call, const void *sendcounts, size_t sendsize,
                        MPI_Datatype sendtype, const void *recvcounts, size_t recvsize,
                        MPI_Datatype recvtype, MPI_Comm comm);
void together_near_allw(struct wrap_call *call, const void *sendcounts, size_t sendsize,
                        const MPI_Datatype *sendtypes, const void *recvcounts, size_t recvsize,
                        const MPI_Datatype *recvtypes, MPI_Comm comm);

/* together_begun: after a nonblocking operation; together_kept: after a persistent one was made;
 * together_start: when that is started. */
void together_begun(struct wrap_call *call, const MPI_Request *request);
void together_kept(struct wrap_call *call, const MPI_Request *request);
void together_start(struct wrap_call *call, struct request *request);

#endif
