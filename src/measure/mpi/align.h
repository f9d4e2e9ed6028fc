/* align.h: compares this place's clock with that of rank 0. */
#ifndef MEASURE_MPI_ALIGN_H
#define MEASURE_MPI_ALIGN_H

#include "measure/mpi/handles.h"

/* Compare the clocks when MPI begins and before it ends. All ranks call them, measured or not. The
 * first returns a number that all ranks of the job share, and that differs from that of other
 * jobs. */
uint64_t align_begin(int rank, int size);
void align_end(void);

/* align_comm() gets a communicator of all ranks for Triptych's own messages, from align_begin() on;
 * false if there is none. align_free() frees it. */
bool align_comm(MPI_Comm *comm);
void align_free(void);

/* align_count: operations so far on MPI_COMM_WORLD that no rank can leave before all have arrived.
 * align_next: the number of the operation at which the ranks compare their clocks next, the same on
 * all ranks. */
extern uint64_t align_count, align_next;
void align_again(void);

/* Hook after such an operation. */
static inline void align_together(const struct wrap_call *call, MPI_Comm comm)
{
    (void)call;
    if (comm == handles.world && ++align_count >= align_next)
        align_again();
}

#endif
