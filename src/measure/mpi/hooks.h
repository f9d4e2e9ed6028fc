/* hooks.h: all hooks that the generated wrappers call. */
#ifndef MEASURE_MPI_HOOKS_H
#define MEASURE_MPI_HOOKS_H

#include "measure/mpi/align.h"
#include "measure/mpi/buffer.h"
#include "measure/mpi/comm.h"
#include "measure/mpi/file.h"
#include "measure/mpi/job.h"
#include "measure/mpi/message.h"
#include "measure/mpi/quick.h"
#include "measure/mpi/request.h"
#include "measure/mpi/together.h"
#include "measure/mpi/type.h"

#endif
