/* align.h: how this place's clock stands to that of rank 0. */
#ifndef MEASURE_MPI_ALIGN_H
#define MEASURE_MPI_ALIGN_H

#include "measure/mpi/handles.h"

/* When MPI begins and before it ends, by all ranks, whether they are measured or not. The first
 * returns a number that is the same for all ranks of the job, and unlike that of another one. */
uint64_t align_begin(int rank, int size);
void align_end(void);

/* A communicator of all ranks for Triptych's own messages, from align_begin on; false: there is
 * none. And its end. */
bool align_comm(MPI_Comm *comm);
void align_free(void);

/* Operations of all ranks in MPI_COMM_WORLD that none of them can leave before all have come; and
 * the number of the next one at which they compare their clocks, which is the same on all of them.
 */
extern uint64_t align_count, align_next;
void align_again(void);

/* A hook: after such an operation. */
static inline void align_together(const struct wrap_call *call, MPI_Comm comm)
{
    (void)call;
    if (comm == handles.world && ++align_count >= align_next)
        align_again();
}

#endif
