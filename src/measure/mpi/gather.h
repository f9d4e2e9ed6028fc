/* gather.h: collects the definitions and profiles of all ranks on rank 0 through MPI when MPI
 * ends. */
#ifndef MEASURE_MPI_GATHER_H
#define MEASURE_MPI_GATHER_H

#include "measure/mpi/handles.h"

/* Gathers; all ranks call it, measured or not. If it fails, all files are as before. */
void gather(MPI_Comm comm);

#endif
