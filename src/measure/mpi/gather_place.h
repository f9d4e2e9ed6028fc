/* gather_place.h: writes what this place sends to rank 0, from its own files as they are now. */
#ifndef MEASURE_MPI_GATHER_PLACE_H
#define MEASURE_MPI_GATHER_PLACE_H

#include "measure/mpi/defined.h"
#include "measure/mpi/stream.h"

/* Adds the definitions that the place uses to the set, and writes the rest to the stream, if there
 * is one. */
void gather_place(struct defined *set, struct stream *stream);

#endif
