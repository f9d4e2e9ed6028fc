/* job.h: hooks of the beginning and the end of MPI; they store which rank this place is. */
#ifndef MEASURE_MPI_JOB_H
#define MEASURE_MPI_JOB_H

#include "measure/mpi/wrap.h"

/* Called also in a process that is not measured, with NULL: the other ranks wait for it. */
void job_begin(struct wrap_call *call);
void job_end(struct wrap_call *call);

#endif
