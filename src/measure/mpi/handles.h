/* handles.h: the predefined handles of MPI. In Open MPI they are addresses in its library, which
 * need not exist in every process that this library is loaded into. */
#ifndef MEASURE_MPI_HANDLES_H
#define MEASURE_MPI_HANDLES_H

#include "measure/mpi/wrap.h"

struct handles {
    MPI_Comm world, self, no_comm;
    MPI_Request no_request;
    MPI_Datatype byte, number, no_type; /* number: uint64_t */
    MPI_Op max, any, nothing;           /* any: bitwise or; nothing: MPI_NO_OP */
};

/* Zero until handles_start(), which is called when MPI begins. */
extern WRAP_HIDDEN struct handles handles;
void handles_start(void);

/* A handle as a number. */
#define HANDLE_BITS(handle) ((uint64_t)(uintptr_t)(handle))

/* Returns the first slot of a handle in a table of `size` slots, a power of two. */
static inline size_t handles_slot(uint64_t handle, size_t size)
{
    return (size_t)((handle * UINT64_C(0x9e3779b97f4a7c15)) >> 32) & (size - 1);
}

#endif
