/* gather.h: definitions and profiles of all ranks come to rank 0 when MPI ends, through MPI. */
#ifndef MEASURE_MPI_GATHER_H
#define MEASURE_MPI_GATHER_H

#include "measure/mpi/handles.h"

/* By all ranks, whether they are measured or not. Whatever goes wrong, files are as they were. */
void gather(MPI_Comm comm);

#endif
