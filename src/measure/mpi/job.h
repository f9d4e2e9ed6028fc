/* job.h: hooks of the beginning and the end of MPI: which rank this place is, and how its clock
 * stands to that of rank 0. */
#ifndef MEASURE_MPI_JOB_H
#define MEASURE_MPI_JOB_H

#include "measure/mpi/wrap.h"

void job_begin(struct wrap_call *call);
void job_end(struct wrap_call *call);

#endif
